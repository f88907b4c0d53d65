package dev.tidings.server.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a component of {@link Config} as an option: help text, default, bounds and text format. Default and bounds are written as in an
 * environment variable.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Option {

    /** The help text. */
    String value();

    String defaultsTo();

    /** The minimum; none if empty. */
    String min() default "";

    /** The maximum; none if empty. */
    String max() default "";

    /** The format of a text; in a list, of each item. */
    TextFormat form() default TextFormat.ANY;
}

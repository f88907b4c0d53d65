package dev.tidings.server.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** All there is to say about an option besides its name and type. Values are written as in the environment. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Option {

    /** The sentence that documents it. */
    String value();

    String defaultsTo();

    /** The least value; none if empty. */
    String min() default "";

    /** The greatest value; none if empty. */
    String max() default "";

    /** What a text has to look like; in a list, each of its items. */
    Form form() default Form.ANY;
}

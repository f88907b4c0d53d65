package dev.tidings.server.recurring;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the parser of cron expressions. */
class CronExpressionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"* * * * *", " 0\t9  * * 1-5 ", "*/5 0-23/2 1,15 jan-Dec MON-fri", "@daily", "59 23 31 12 7"})
    void validExpression_isAccepted(String expression) {
        assertThatCode(() -> CronExpression.parse(expression)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "* * * *", "* * * * * *", "@reboot", "@DAILY", "daily"})
    void wrongNumberOfFields_isRefused(String expression) {
        assertThatThrownBy(() -> CronExpression.parse(expression))
                .isInstanceOf(InvalidCronException.class)
                .hasMessageContaining("five fields");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "60 * * * *|field 1, the minute",
                "-1 * * * *|field 1, the minute",
                "*/0 * * * *|field 1, the minute",
                "*/100 * * * *|field 1, the minute",
                "5/15 * * * *|field 1, the minute",
                "1,,2 * * * *|field 1, the minute",
                "1, * * * *|field 1, the minute",
                "10-5 * * * *|field 1, the minute",
                "* 24 * * *|field 2, the hour",
                "* ٣ * * *|field 2, the hour",
                "* 1- * * *|field 2, the hour",
                "* * 0 * *|field 3, the day of the month",
                "* * 32 * *|field 3, the day of the month",
                "* * L * *|field 3, the day of the month",
                "* * ? * *|field 3, the day of the month",
                "* * * 13 *|field 4, the month",
                "* * * MON *|field 4, the month",
                "* * * * 8|field 5, the day of the week",
                "* * * * MON#2|field 5, the day of the week",
                "* * * * 99999999999|field 5, the day of the week"
            })
    void invalidField_isNamed(String expression, String field) {
        assertThatThrownBy(() -> CronExpression.parse(expression))
                .isInstanceOf(InvalidCronException.class)
                .hasMessageContaining(field);
    }
}

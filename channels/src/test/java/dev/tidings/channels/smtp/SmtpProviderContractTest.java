package dev.tidings.channels.smtp;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Message;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class SmtpProviderContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        return new SmtpSimulator(timeout);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.MAILBOX;
    }

    @Override
    protected String address(int number) {
        return "user-" + number + "@example.com";
    }

    /** Content that a mail server could mistake for the end of a mail or a boundary, or could normalise. */
    @Override
    protected List<Message> messages() {
        List<Message> messages = new ArrayList<>(super.messages());
        messages.add(new Message.Email(
                "dots", ".\n..\n.hidden\nFrom here on\nspace at the end \n\tand a tab\t", null, null));
        messages.add(new Message.Email("日本語の件名、".repeat(20), "日本語の本文。\n".repeat(50) + "終", "<b>日本語</b>", null));
        messages.add(new Message.Email("boundary", "--=_", "--=_--\n", null));
        messages.add(new Message.Email("", "", null, null));
        return messages;
    }
}

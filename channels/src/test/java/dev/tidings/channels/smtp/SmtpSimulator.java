package dev.tidings.channels.smtp;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.testkit.HeldPort;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The scripted mail server as the simulator for the provider contract. */
final class SmtpSimulator implements ProviderSimulator {
    private final ScriptedMailServer server;
    private final Provider provider;
    private HeldPort refused;

    SmtpSimulator(Duration timeout) throws IOException {
        server = new ScriptedMailServer(null);
        SmtpKind kind = new SmtpKind(new PublicAddresses(true));
        ProviderSettings settings = new ProviderSettings(
                kind,
                Map.of(
                        "host", "127.0.0.1",
                        "port", "" + server.port(),
                        "tls", "none",
                        "from", "Tidings <news@example.org>",
                        "connections", "20"));
        provider = kind.open(settings, new ProviderContext(InstantSource.system(), timeout, receipt -> {}));
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public void script(String address, Behaviour behaviour) {
        server.answer(address, "RCPT", null);
        server.answer(address, "DOT", null);
        switch (behaviour) {
            case ACCEPTS -> {}
            case REFUSES -> server.answer(address, "DOT", "554 5.7.1 <" + address + "> does not want it");
            case THROTTLES -> server.answer(address, "RCPT", "450 4.2.1 <" + address + "> gets too much");
            case UNKNOWN_ADDRESS -> server.answer(address, "RCPT", "550 5.1.1 <" + address + "> is nobody");
            case FAILS -> server.answer(address, "DOT", "451 4.3.0 broken");
            case HANGS -> server.answer(address, "DOT", ScriptedMailServer.HANG);
            case HOLDS -> server.answer(address, "DOT", ScriptedMailServer.HOLD);
            case GARBAGE -> server.answer(address, "DOT", "\u0000<html>");
            case DROPS -> server.answer(address, "DOT", ScriptedMailServer.DROP);
        }
    }

    @Override
    public void release() {
        server.release();
    }

    @Override
    public void stop() {
        server.close();
        refused = HeldPort.inPlaceOf(server.port());
    }

    @Override
    public List<Received> received() {
        return server.mails.stream().map(SmtpSimulator::understood).toList();
    }

    private static Received understood(ScriptedMailServer.Mail mail) {
        ReadMail read = ReadMail.of(mail.content());
        return new Received(
                mail.to(),
                new Message.Email(read.subject(), read.text(), read.html(), read.unsubscribe()),
                read.header("Message-ID"));
    }

    @Override
    public void close() {
        server.close();
        if (refused != null) {
            refused.close();
        }
    }
}

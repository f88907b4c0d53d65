package dev.tidings.server.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.templates.UntemplatedMessages;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Renders a message from the title, body and data of the request, for channels without a template. */
final class PlainMessageRenderer implements MessageRenderer {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int MAX_SUBJECT = 120;

    private final Notification notification;
    private final String user;
    private final Content content;

    PlainMessageRenderer(Notification notification, String user, Content content) {
        this.notification = notification;
        this.user = user;
        this.content = content;
    }

    @Override
    public Optional<String> source(Channel channel) {
        return UntemplatedMessages.hasText(content) || channel == Channel.WEBHOOK
                ? Optional.of("as given")
                : Optional.empty();
    }

    @Override
    public Message message(Channel channel) {
        return switch (channel) {
            case PUSH -> UntemplatedMessages.push(content);
            case EMAIL -> new Message.Email(subject(), content.body() == null ? text() : content.body(), null, null);
            case SMS ->
                UntemplatedMessages.hasText(content) ? UntemplatedMessages.sms(content) : new Message.Sms(text());
            case WEBHOOK -> new Message.Webhook(json());
            case IN_APP -> throw new IllegalArgumentException("in_app has no outbound message");
        };
    }

    @Override
    public Content inApp() {
        return content;
    }

    /** Falls back to the type: an earlier decision may have been based on content in a language that the user no longer has. */
    private String text() {
        if (content.title() != null) {
            return content.title();
        }
        return content.body() != null ? content.body() : notification.type();
    }

    /** A single line, truncated. */
    private String subject() {
        String line = oneLine(text());
        return line.length() <= MAX_SUBJECT ? line : line.substring(0, MAX_SUBJECT - 1) + "…";
    }

    /** Collapses white space. Most texts are unchanged. */
    private static String oneLine(String text) {
        return (isOneLine(text) ? text : BLANKS.matcher(text).replaceAll(" ")).strip();
    }

    private static boolean isOneLine(String text) {
        char before = 'x';
        for (int i = 0; i < text.length(); i++) {
            char here = text.charAt(i);
            if (here >= '\t' && here <= '\r' || here == ' ' && before == ' ') {
                return false;
            }
            before = here;
        }
        return true;
    }

    /** The notification as JSON for a program. */
    private String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("id", notification.id().toString());
            json.writeStringField("type", notification.type());
            json.writeStringField("user", user);
            json.writeStringField("createdAt", notification.createdAt().toString());
            field(json, "title", content.title());
            field(json, "body", content.body());
            field(json, "deepLink", content.deepLink());
            if (content.data() != null) {
                json.writeFieldName("data");
                // Was validated as JSON at acceptance.
                json.writeRawValue(content.data());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void field(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}

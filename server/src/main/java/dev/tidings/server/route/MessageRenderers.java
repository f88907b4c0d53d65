package dev.tidings.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.route.TemplateMessageRenderer.MessageLocales;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.templates.TemplateService;
import dev.tidings.widecolumn.Engine;
import java.util.UUID;

/**
 * Creates the {@link MessageRenderer} of a notification and user, with the templates in force at acceptance. May block.
 */
final class MessageRenderers {
    /** For lists that are being routed: each is needed once per user. */
    private static final int MAX_CACHED = 200;

    private static final Content GONE = new Content(null, null, null, null);

    private final Engine engine;
    private final SendRequestParser parser;
    private final TemplateService templates;
    private final UnsubscribeLinks links;
    private final Cache<Key, Content> listContents =
            Caffeine.newBuilder().maximumSize(MAX_CACHED).build();

    /** The cache key of a list's content. */
    private record Key(String tenant, UUID notification) {}

    MessageRenderers(Engine engine, SendRequestParser parser, TemplateService templates, UnsubscribeLinks links) {
        this.engine = engine;
        this.parser = parser;
        this.templates = templates;
        this.links = links;
    }

    MessageRenderer of(Envelope envelope, NotificationType type, Contact contact) {
        Notification n = envelope.notification();
        UserKey user = new UserKey(n.tenant(), envelope.user().orElseThrow());
        return of(n, type, user, given(envelope), locales(n, contact, envelope.shared()));
    }

    MessageRenderer of(Notification n, NotificationType type, UserKey user, Content given, MessageLocales locales) {
        MessageRenderer renderer = renderer(n, user.user(), given, locales);
        return type.required() ? renderer : new UnsubscribeLinkRenderer(renderer, () -> links.link(user, n.type()));
    }

    /**
     * The language requested by the sender, or else the user's own.
     *
     * @param shared whether the inbox content is stored once for many users, in one language for all
     */
    static MessageLocales locales(Notification n, Contact contact, boolean shared) {
        String own = n.locale() != null
                ? n.locale()
                : contact.profile().flatMap(UserProfile::locale).orElse(null);
        return new MessageLocales(own, shared ? n.locale() : own);
    }

    private MessageRenderer renderer(Notification n, String user, Content given, MessageLocales locales) {
        MessageRenderer plain = new PlainMessageRenderer(n, user, given);
        if (n.templateRevision() == 0) {
            return plain;
        }
        return new TemplateMessageRenderer(
                templates.at(n.tenant(), n.type(), n.templateRevision()), locales, given, plain);
    }

    private Content given(Envelope envelope) {
        Notification n = envelope.notification();
        return envelope.shared()
                ? listContents.get(new Key(n.tenant(), n.id()), key -> read(n))
                : parser.content(n.request());
    }

    /** The request of a list is stored with its details; the shared inbox content is already rendered and can't be used. */
    private Content read(Notification n) {
        return engine.readOne(NotificationDetailsRow.TABLE.select(NotificationDetailsRow.ONE, n.tenant(), n.id()))
                .join()
                .map(row -> parser.content(row.request().getBytes(UTF_8)))
                .orElse(GONE);
    }
}

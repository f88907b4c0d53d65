package dev.tidings.server.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.Template.State;
import dev.tidings.server.edge.TemplateFields.Place;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.inbox.Listing;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.Text;
import dev.tidings.server.template.Preview;
import dev.tidings.server.template.TemplateService;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** How a tenant's notifications are put into words. */
final class TemplateHandlers {
    private static final String WHAT = "template";

    private final TemplateService templates;
    private final TypeService types;
    private final RequestLimits limits;

    TemplateHandlers(EdgeParts parts) {
        this.templates = parts.templates();
        this.types = parts.types();
        this.limits = parts.limits();
    }

    /** All of a type: they are few. */
    CompletionStage<Answer> list(Call call) {
        String type = call.pathName("name");
        return ofType(
                call,
                type,
                () -> templates
                        .list(call.tenant(), type)
                        .thenApply(all -> Answer.list(new Listing<>(all, Optional.empty()), TemplateFields::write)));
    }

    CompletionStage<Answer> get(Call call) {
        return find(call, Place.of(call)).thenApply(TemplateHandlers::found);
    }

    CompletionStage<Answer> put(Call call) {
        Place place = Place.of(call);
        Fields fields = Fields.ofBody(call.body());
        Map<String, String> parts = TemplateFields.requiredParts(fields);
        Set<String> variables = TemplateFields.variables(fields);
        boolean active = fields.bool("active").orElse(true);
        fields.refuseOthers();
        Template template = place.template(parts, variables, active);
        return ofType(
                call,
                place.type(),
                () -> templates
                        .put(call.tenant(), template, call.actor())
                        .thenApply(stored -> found(Optional.of(stored))));
    }

    CompletionStage<Answer> delete(Call call) {
        return set(call, State.DELETED).thenApply(deleted -> {
            found(deleted);
            return Answer.noContent();
        });
    }

    CompletionStage<Answer> activate(Call call) {
        return set(call, State.ACTIVE).thenApply(TemplateHandlers::found);
    }

    CompletionStage<Answer> deactivate(Call call) {
        return set(call, State.INACTIVE).thenApply(TemplateHandlers::found);
    }

    /** Also of one that is deleted, but not of one that never was. */
    CompletionStage<Answer> versions(Call call) {
        Place place = Place.of(call);
        return Slices.answer(
                call,
                "templates/" + place.type() + "/" + place.channel().wire() + "/" + place.locale(),
                TemplateFields::write,
                before -> templates
                        .versions(call.tenant(), place.type(), place.channel(), place.locale(), before, call.limit())
                        .thenApply(slice -> {
                            if (slice.items().isEmpty() && before.isEmpty()) {
                                throw ProblemException.notFound(WHAT);
                            }
                            return slice;
                        }));
    }

    /** Of the template as it is stored, or of the one in the body, which need not be stored yet. */
    CompletionStage<Answer> preview(Call call) {
        Place place = Place.of(call);
        Fields fields = Fields.ofBody(call.body());
        Optional<Map<String, String>> parts = TemplateFields.parts(fields);
        Set<String> variables = TemplateFields.variables(fields);
        Optional<String> title = text(fields, "title", limits.title());
        Optional<String> body = text(fields, "body", limits.body());
        String data = fields.object("data")
                .flatMap(object -> RawMember.object(call.body(), "data"))
                .map(bytes -> new String(bytes, UTF_8))
                .orElse(null);
        if (parts.isEmpty() && !variables.isEmpty()) {
            fields.errors()
                    .add(fields.at("variables"), "[…]", "parts as well: what is stored has variables of its own");
        }
        fields.refuseOthers();
        Content given = new Content(title.orElse(null), body.orElse(null), data, null);
        return ofType(
                        call,
                        place.type(),
                        () -> parts.isPresent()
                                ? CompletableFuture.completedFuture(
                                        Optional.of(place.template(parts.get(), variables, true)))
                                : find(call, place))
                .thenApply(template -> preview(template, given));
    }

    private static Answer preview(Optional<Template> template, Content given) {
        Preview preview = Preview.of(template.orElseThrow(() -> ProblemException.notFound(WHAT)), given);
        TemplateFields.refuse(preview.missing());
        return Answer.json(200, json -> {
            json.writeStartObject();
            TemplateFields.parts(json, preview.parts());
            json.writeEndObject();
        });
    }

    private static Optional<String> text(Fields fields, String name, int most) {
        return fields.text(name, "a text of at most " + most + " bytes", text -> Text.fits(text, most));
    }

    private CompletableFuture<Optional<Template>> set(Call call, State state) {
        Place place = Place.of(call);
        return templates.set(call.tenant(), place.type(), place.channel(), place.locale(), state, call.actor());
    }

    private CompletableFuture<Optional<Template>> find(Call call, Place place) {
        return templates
                .list(call.tenant(), place.type())
                .thenApply(all -> all.stream()
                        .filter(one ->
                                one.channel() == place.channel() && one.locale().equals(place.locale()))
                        .findFirst());
    }

    private <T> CompletionStage<T> ofType(Call call, String type, Supplier<CompletionStage<T>> then) {
        return types.all(call.tenant()).thenCompose(known -> {
            if (!known.containsKey(type)) {
                throw ProblemException.notFound("type");
            }
            return then.get();
        });
    }

    private static Answer found(Optional<Template> template) {
        Template found = template.orElseThrow(() -> ProblemException.notFound(WHAT));
        return Answer.json(200, json -> TemplateFields.write(json, found));
    }
}

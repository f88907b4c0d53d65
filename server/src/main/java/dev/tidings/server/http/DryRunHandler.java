package dev.tidings.server.http;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.explain.DryRunExplanations;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.intake.NotificationFactory;
import dev.tidings.server.intake.ResolvedSendTime;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.intake.TenantCatalog;
import dev.tidings.server.route.DryRun;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.templates.TemplateService;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code POST /v1/notifications/dry-run}: explains for each user how a notification would be routed now, or at its send
 * time, with the rendered messages. Sends and stores nothing.
 */
final class DryRunHandler {
    /** Each user costs a full routing decision. */
    private static final int MAX_USERS = 100;

    private final DryRun dryRun;
    private final TypeService types;
    private final TemplateService templates;
    private final SendRequestParser parser;
    private final SendTimeResolver sendTimes;
    private final BlockingPool blocking;
    private final InstantSource clock;

    DryRunHandler(ApiContext api) {
        this.dryRun = api.pipeline().dryRun();
        this.types = api.users().types();
        this.templates = api.users().templates();
        this.parser = api.pipeline().parser();
        this.sendTimes = api.pipeline().sendTimes();
        this.blocking = api.pools().metadata();
        this.clock = api.clock();
    }

    CompletionStage<ApiResponse> run(ApiRequest call) {
        SendRequest request = parser.parse(call.body());
        if (request.target() instanceof Target.Users list && list.users().size() > MAX_USERS) {
            throw new InvalidRequestException(List.of(new FieldError(
                    "/to/users", list.users().size() + " users", "at most " + MAX_USERS + " users in a dry run")));
        }
        return TenantCatalog.of(call.tenant(), types, templates).thenCompose(tenantCatalog -> {
            tenantCatalog.refusal(request).ifPresent(refusal -> {
                throw SubmitProblems.refusal(refusal, "");
            });
            return decidedAt(call.tenant(), request)
                    .thenCompose(at -> blocking.submit(() -> decide(call, request, tenantCatalog, at)));
        });
    }

    private CompletableFuture<Instant> decidedAt(String tenant, SendRequest request) {
        if (request.sendTime().isEmpty()) {
            return CompletableFuture.completedFuture(clock.instant());
        }
        return sendTimes
                .resolve(tenant, request.target(), request.sendTime().get())
                .thenApply(resolved -> {
                    if (resolved instanceof ResolvedSendTime.Refused refused) {
                        throw new InvalidRequestException(List.of(refused.error()));
                    }
                    return ((ResolvedSendTime.Due) resolved).time();
                });
    }

    private ApiResponse decide(ApiRequest call, SendRequest request, TenantCatalog tenantCatalog, Instant at) {
        Notification notification = NotificationFactory.of(
                NotificationHandlers.sender(call), request, tenantCatalog, UuidV7.smallestAt(at), at, null);
        return answer(
                dryRun.decide(notification, tenantCatalog.type(request), request.content(), request.target(), at), at);
    }

    private static ApiResponse answer(Map<String, Map<Channel, DryRun.DryRunResult>> would, Instant at) {
        List<Explanation> all = would.entrySet().stream()
                .map(entry -> DryRunExplanations.ofDryRun(entry.getKey(), at, entry.getValue()))
                .toList();
        return ApiResponse.list(new ResultPage<>(all, Optional.empty()), ExplanationViews::explanation);
    }
}

package dev.tidings.server.http;

import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.users.ContactService;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Lists, registers and removes the devices of a user for push messages. */
final class DeviceHandlers {
    private final MetadataStore metadata;
    private final ContactService contacts;
    private final BlockingPool calls;
    private final CallableUrls urls;

    DeviceHandlers(ApiContext api) {
        this.metadata = api.service().storage().metadata();
        this.contacts = api.users().contacts();
        this.calls = api.pools().metadata();
        this.urls = api.callableUrls();
    }

    /** Not paged: a user has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        UserKey user = call.user();
        return calls.submit(() -> metadata.devices().list(user.tenant(), user.user()))
                .thenApply(all -> ApiResponse.list(new ResultPage<>(all, Optional.empty()), DeviceFields::write));
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        UserKey user = call.user();
        DeviceRegistration device = DeviceFields.change(id(call), JsonFields.ofBody(call.body()), urls);
        return contacts.register(user, device, call.actor())
                .thenApply(stored -> ApiResponse.json(200, json -> DeviceFields.write(json, stored)));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        return contacts.remove(call.user(), id(call), call.actor()).thenApply(deleted -> {
            if (!deleted) {
                throw ProblemException.notFound("device");
            }
            return ApiResponse.noContent();
        });
    }

    private static String id(ApiRequest call) {
        String id = call.pathText("device");
        if (!DeviceFields.isId(id)) {
            throw ProblemException.parameter("path:device", id, DeviceFields.ID);
        }
        return id;
    }
}

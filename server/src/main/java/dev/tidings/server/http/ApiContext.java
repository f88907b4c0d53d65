package dev.tidings.server.http;

import dev.tidings.server.auth.Authenticator;
import dev.tidings.server.config.Config;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.service.DeliveryAssembly;
import dev.tidings.server.service.PipelineAssembly;
import dev.tidings.server.service.Service;
import dev.tidings.server.users.Users;
import java.time.InstantSource;

/** The components that handlers use: the service with its assemblies, authentication, live sessions and pools for blocking calls. */
record ApiContext(
        Config config, Service service, Authenticator authenticator, LiveSessionRegistry live, BlockingPools pools) {
    Users users() {
        return service.users();
    }

    PipelineAssembly pipeline() {
        return service.pipeline();
    }

    DeliveryAssembly delivery() {
        return service.delivery();
    }

    CallableUrls callableUrls() {
        return new CallableUrls(delivery().addresses());
    }

    InstantSource clock() {
        return service.storage().clock();
    }
}

package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Device;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands for devices. */
@Command(
        name = "devices",
        description = "List and manage the devices of a user.",
        subcommands = {DevicesCommand.ListAll.class, DevicesCommand.Put.class, DevicesCommand.Delete.class})
final class DevicesCommand extends CommandGroup {

    @Command(name = "list", description = "List the devices.")
    static final class ListAll extends ListCommand<Device> {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Override
        Iterable<Device> items(TidingsClient client) {
            return client.user(user).devices();
        }

        @Override
        Table<Device> table() {
            return new Table<Device>()
                    .column("ID", Device::id)
                    .column("KIND", Device::kind)
                    .column("PLATFORM", Device::platform)
                    .column("TOKEN", Device::tokenEnd)
                    .column("ACTIVE", Device::active)
                    .column("USED", Device::lastUsedAt);
        }
    }

    @Command(name = "put", description = "Register or refresh a device.")
    static final class Put extends ApiCommand {
        @Parameters(index = "0", paramLabel = "USER", description = "The user.")
        private String user;

        @Parameters(index = "1", paramLabel = "DEVICE", description = "The id of the device.")
        private String device;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call(
                            "PUT",
                            "/v1/users/" + TidingsClient.escape(user) + "/devices/" + TidingsClient.escape(device),
                            file.read(),
                            Map.of()));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a device.")
    static final class Delete extends ApiCommand {
        @Parameters(index = "0", paramLabel = "USER", description = "The user.")
        private String user;

        @Parameters(index = "1", paramLabel = "DEVICE", description = "The id of the device.")
        private String device;

        @Override
        int run(Output out) {
            client().user(user).deleteDevice(device);
            return 0;
        }
    }
}

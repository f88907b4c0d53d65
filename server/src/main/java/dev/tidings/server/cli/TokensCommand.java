package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.TokenSecret;
import dev.tidings.client.model.UserToken;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for user tokens and their secrets. */
@Command(
        name = "tokens",
        description = "Mint tokens for users, and manage the secrets that sign them.",
        subcommands = {
            TokensCommand.Mint.class,
            TokensCommand.Secrets.class,
            TokensCommand.AddSecret.class,
            TokensCommand.RevokeSecret.class
        })
final class TokensCommand extends CommandGroup {

    @Command(name = "mint", description = "Print a token for a user.")
    static final class Mint extends ApiCommand {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Option(
                names = "--ttl",
                paramLabel = "DURATION",
                description = "How long it is valid, such as PT8H. Default: an hour.")
        private Duration ttl;

        @Override
        int run(Output out) {
            UserToken minted = ttl == null
                    ? client().users().token(user)
                    : client().users().token(user, ttl);
            if (out.json()) {
                out.item(minted);
            }
            out.done(minted.token());
            return 0;
        }
    }

    @Command(name = "secrets", description = "List the secrets that sign tokens, without their values.")
    static final class Secrets extends ListCommand<TokenSecret> {
        @Override
        Iterable<TokenSecret> items(TidingsClient client) {
            return client.access().tokenSecrets();
        }

        @Override
        Table<TokenSecret> table() {
            return new Table<TokenSecret>()
                    .column("KID", TokenSecret::kid)
                    .column("CREATED", TokenSecret::createdAt)
                    .column("REVOKED", TokenSecret::revokedAt);
        }
    }

    @Command(name = "add-secret", description = "Add a secret and print it. It is not shown again.")
    static final class AddSecret extends ApiCommand {

        @Override
        int run(Output out) {
            out.item(client().access().addTokenSecret());
            return 0;
        }
    }

    @Command(name = "revoke-secret", description = "Revoke a secret and all tokens that it has signed.")
    static final class RevokeSecret extends ApiCommand {
        @Parameters(paramLabel = "KID", description = "The id of the secret.")
        private String kid;

        @Override
        int run(Output out) {
            client().access().revokeTokenSecret(kid);
            return 0;
        }
    }
}

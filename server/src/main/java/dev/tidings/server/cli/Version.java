package dev.tidings.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Provides the output of {@code --version}: the version recorded by the build, and the Java version and platform for bug reports. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        }
        return new String[] {
            "tidings %s (Java %s, %s %s)"
                    .formatted(
                            properties.getProperty("version"),
                            Runtime.version(),
                            System.getProperty("os.name"),
                            System.getProperty("os.arch"))
        };
    }
}

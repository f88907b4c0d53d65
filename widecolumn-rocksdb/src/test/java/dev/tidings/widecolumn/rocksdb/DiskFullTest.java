package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a full disk: no ack, no damage, and writes resume when space is free. */
class DiskFullTest {
    @TempDir
    Path folder;

    /** With a reserve the engine refuses in time; without one RocksDB itself hits the end of the disk. */
    @ParameterizedTest(name = "reserve of {0} bytes")
    @ValueSource(longs = {16 << 20, 0})
    @EnabledOnOs(value = OS.LINUX, disabledReason = "mounts a small file system in a namespace of its own")
    void fullDisk_losesNoAckedWriteAndRecovers(long reserve) throws Exception {
        String mount = "mount -t tmpfs -o size=64m tmpfs \"$1\" && shift && exec \"$@\"";
        Process probe = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-root-user",
                        "--mount",
                        "sh",
                        "-c",
                        mount,
                        "sh",
                        folder.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DiskFullProbe.class.getName(),
                        folder.toString(),
                        Long.toString(reserve))
                .redirectErrorStream(true)
                .start();
        String output = new String(probe.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(probe.waitFor(2, TimeUnit.MINUTES)).as(output).isTrue();
        assertThat(probe.exitValue()).as(output).isZero();
        assertThat(output).contains("all there after opening again");
    }
}

package dev.tidings.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The list of an archive's files with their sizes and SHA-256 checksums, and its own checksum in the last line.
 *
 * <pre>
 * tidings-backup 1
 * taken 2030-01-31T09:30:00Z
 * file 3a7b… 1048576 tables/000012.sst
 * end 91fe…
 * </pre>
 *
 * @param takenAt when the backup began: what was acknowledged earlier is in it
 */
record Manifest(Instant takenAt, List<ArchivedFile> files) {
    private static final String FORMAT = "tidings-backup 1";

    /** A file of the archive. */
    record ArchivedFile(String path, long size, String sha256) {}

    long bytes() {
        return files.stream().mapToLong(ArchivedFile::size).sum();
    }

    String text() {
        StringBuilder lines = new StringBuilder(FORMAT + "\ntaken " + takenAt + "\n");
        for (ArchivedFile file : files) {
            lines.append("file " + file.sha256() + " " + file.size() + " " + file.path() + "\n");
        }
        return lines + "end " + hex(sha256().digest(lines.toString().getBytes(UTF_8))) + "\n";
    }

    /** @param where the manifest, for messages */
    static Manifest parse(String text, String where) {
        int end = text.lastIndexOf("end ");
        if (end < 0
                || !text.substring(end)
                        .equals("end "
                                + hex(sha256().digest(text.substring(0, end).getBytes(UTF_8))) + "\n")) {
            throw new ArchiveException(where + " is damaged: its own checksum does not match");
        }
        List<String> lines = text.substring(0, end).lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals(FORMAT)) {
            throw new ArchiveException(where + " says '" + lines.get(0) + "', expected '" + FORMAT + "'");
        }
        try {
            List<ArchivedFile> files = new ArrayList<>();
            for (String line : lines.subList(2, lines.size())) {
                String[] parts = line.split(" ", 4);
                files.add(new ArchivedFile(inside(parts[3]), Long.parseLong(parts[2]), parts[1]));
            }
            return new Manifest(Instant.parse(lines.get(1).substring("taken ".length())), files);
        } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ArchiveException(where + " can't be read: " + e.getMessage(), e);
        }
    }

    /** A path below the folder: a manifest must not make a restore write elsewhere. */
    private static String inside(String path) {
        Path given = Path.of(path);
        if (path.isEmpty() || given.isAbsolute() || !given.normalize().equals(given) || given.startsWith("..")) {
            throw new IllegalArgumentException("got the path '" + path + "', expected one inside the archive");
        }
        return path;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}

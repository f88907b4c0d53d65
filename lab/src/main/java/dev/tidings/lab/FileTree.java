package dev.tidings.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Deletes a folder with all its content. */
final class FileTree {
    private FileTree() {}

    /** Deletes a folder with all its content, if it exists. */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }

    /** Deletes every visited file and folder, and ignores concurrent deletions. */
    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE; // already deleted
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}

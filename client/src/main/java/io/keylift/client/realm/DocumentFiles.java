// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import io.keylift.client.input.FileInput;
import io.keylift.client.input.Format;
import io.keylift.client.input.InputFailure;
import io.keylift.client.input.PlainInput;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The documents of a realm: a file, also as gzip, or an archive of the folder that {@code kc.sh export} writes. */
final class DocumentFiles {

    private static final String REALM = "-realm.json";

    /** Files that archivers add. */
    private static final Pattern OF_FILE_SYSTEM = Pattern.compile("(?:.*/)?(?:__MACOSX/.*|\\.[^/]*)", Pattern.DOTALL);

    private static final Comparator<ZipEntry> BY_NUMBER = Comparator.comparingInt(
                    (ZipEntry entry) -> entry.getName().length())
            .thenComparing(ZipEntry::getName);

    private final Path file;
    private final boolean archive;

    DocumentFiles(Path file) throws InputFailure {
        this.file = file;
        this.archive = FileInput.of(file, null).format() == Format.ZIP;
    }

    /** The document that has the settings. */
    InputStream settings() throws IOException {
        return archive
                ? opened(true)
                : PlainInput.of(FileInput.of(file, Format.JSON)).open();
    }

    /** All documents, one behind the other, always in the same order. */
    InputStream all() throws IOException {
        return archive ? opened(false) : settings();
    }

    private InputStream opened(boolean settingsOnly) throws IOException {
        ZipFile zip = new ZipFile(file.toFile());
        try {
            ZipEntry realm = ofRealm(zip);
            List<InputStream> documents = new ArrayList<>(List.of(zip.getInputStream(realm)));
            if (!settingsOnly) {
                for (ZipEntry users : ofUsers(zip, realm)) {
                    documents.add(zip.getInputStream(users));
                }
            }
            return new Opened(documents, zip);
        } catch (IOException | RuntimeException e) {
            zip.close();
            throw e;
        }
    }

    private static List<? extends ZipEntry> entries(ZipFile zip) {
        return zip.stream()
                .filter(entry -> !OF_FILE_SYSTEM.matcher(entry.getName()).matches())
                .toList();
    }

    private ZipEntry ofRealm(ZipFile zip) throws InputFailure {
        List<? extends ZipEntry> realms = entries(zip).stream()
                .filter(entry -> entry.getName().endsWith(REALM))
                .toList();
        if (realms.size() != 1) {
            throw new InputFailure("The archive " + file + " has " + realms.size() + " files `*" + REALM
                    + "`. It has to have one, as `kc.sh export --realm` writes it.");
        }
        return realms.get(0);
    }

    private static List<? extends ZipEntry> ofUsers(ZipFile zip, ZipEntry realm) {
        String prefix = realm.getName().substring(0, realm.getName().length() - REALM.length());
        Pattern users = Pattern.compile(Pattern.quote(prefix) + "-(?:federated-)?users-\\d+\\.json");
        return entries(zip).stream()
                .filter(entry -> users.matcher(entry.getName()).matches())
                .sorted(BY_NUMBER)
                .toList();
    }

    /** Closes the archive with its documents. */
    private static final class Opened extends SequenceInputStream {

        private final Closeable archive;

        Opened(List<InputStream> documents, Closeable archive) {
            super(Collections.enumeration(documents));
            this.archive = archive;
        }

        @Override
        public void close() throws IOException {
            try (archive) {
                super.close();
            }
        }
    }
}

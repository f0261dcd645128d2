// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import io.keylift.bulkimport.archive.ArchiveEntry;
import io.keylift.bulkimport.input.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The files of one realm in an archive of {@code kc.sh export --dir}, in any folders.
 *
 * @param documents the document of the realm, then the documents of its users, always in the same order
 * @param others files that are not of this realm
 */
record RealmFiles(List<ArchiveEntry> documents, List<ArchiveEntry> others) {

    private static final String REALM = "-realm.json";

    /** Files that the Finder of macOS and other archivers add to an archive. */
    private static final Pattern OF_FILE_SYSTEM = Pattern.compile("(?:.*/)?(?:__MACOSX/.*|\\.[^/]*)", Pattern.DOTALL);

    /** In the order of their numbers, so that an archive made again of the same files has the same lines. */
    private static final Comparator<ArchiveEntry> ORDER = Comparator.comparingInt(
                    (ArchiveEntry entry) -> entry.fileName().length())
            .thenComparing(ArchiveEntry::fileName);

    /** @param target name of the realm of the import; it decides if there are documents of several realms */
    static RealmFiles among(List<ArchiveEntry> entries, String target) throws InputException {
        List<ArchiveEntry> files = entries.stream()
                .filter(entry -> !OF_FILE_SYSTEM.matcher(entry.name()).matches())
                .toList();
        ArchiveEntry ofRealm = ofRealm(files, target);
        String realm = ofRealm.fileName().substring(0, ofRealm.fileName().length() - REALM.length());
        Pattern ofUsers = Pattern.compile(Pattern.quote(realm) + "-(?:federated-)?users-\\d+\\.json");
        Map<String, ArchiveEntry> users = new HashMap<>();
        List<ArchiveEntry> others = new ArrayList<>();
        for (ArchiveEntry file : files) {
            if (ofUsers.matcher(file.fileName()).matches()) {
                ArchiveEntry before = users.put(file.fileName(), file);
                if (before != null) {
                    throw several("The archive has both " + before.shown() + " and " + file.shown()
                            + ". Send an archive of one export.");
                }
            } else if (file != ofRealm) {
                others.add(file);
            }
        }
        List<ArchiveEntry> documents = new ArrayList<>(List.of(ofRealm));
        users.values().stream().sorted(ORDER).forEach(documents::add);
        return new RealmFiles(documents, others);
    }

    private static ArchiveEntry ofRealm(List<ArchiveEntry> files, String target) throws InputException {
        List<ArchiveEntry> all = files.stream()
                .filter(file ->
                        file.fileName().endsWith(REALM) && !file.fileName().equals(REALM))
                .toList();
        if (all.isEmpty()) {
            throw new InputException(
                    "no_realm_document",
                    "The archive has no file `*" + REALM + "`, as `kc.sh export --dir` writes for each realm. Send a"
                            + " single document, such as `realm-export.json` of the console, as `application/json`.");
        }
        List<ArchiveEntry> chosen = all.size() == 1
                ? all
                : all.stream()
                        .filter(file -> file.fileName().equals(target + REALM))
                        .toList();
        if (chosen.size() != 1) {
            throw several("The archive has several files `*" + REALM + "`, such as "
                    + all.get(0).shown() + " and "
                    + all.get(1).shown() + ", and not exactly one `" + target + REALM + "` for this realm."
                    + " Send an archive of one realm.");
        }
        return chosen.get(0);
    }

    private static InputException several(String message) {
        return new InputException("several_realm_documents", message);
    }
}

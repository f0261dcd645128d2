// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.AdminApi;
import io.keylift.client.JobListener;
import io.keylift.client.Keylift;
import io.keylift.client.Server;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.input.Format;
import io.keylift.client.input.SpooledInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A realm of a server with Keylift. Its parts are the kinds that can be exported. */
public final class ServerSource implements RealmSource {

    /** Its export has few lines, and secrets. */
    private static final String KIND_WITH_SECRETS = "identity-providers";

    private static final String USERS = "users";

    /** The part that takes the default role from users who do not have it. */
    private static final String CHANGES = "user-changes";

    private final Keylift keylift;
    private final RealmSettings settings;
    private final Path temporary;
    private final List<Gap> gaps = new ArrayList<>();
    private final List<String> kinds = new ArrayList<>();
    private final boolean givesSecrets;

    private ServerSource(Server server, String realm, Path temporary) throws IOException, InterruptedException {
        AdminApi admin = server.admin();
        this.keylift = server.keylift(realm);
        this.temporary = temporary;
        this.settings = RealmSettings.of(admin, realm);
        this.givesSecrets = askForSecrets();
        List<String> exportable = new ArrayList<>();
        for (JsonNode kind : keylift.kinds()) {
            if (kind.path("exportable").asBoolean()) {
                exportable.add(kind.path("kind").asText());
            }
        }
        for (String kind : KindOrder.of(exportable)) {
            askFor(kind);
        }
        if (kinds.contains(USERS)) {
            kinds.add(CHANGES);
        }
        addWhatNoExportHas();
    }

    /**
     * Reads the settings of a realm, and asks the server what it gives to the caller.
     *
     * @param temporary folder for encrypted files
     */
    public static ServerSource of(Server server, String realm, Path temporary)
            throws IOException, InterruptedException {
        return new ServerSource(server, realm, temporary);
    }

    private void askFor(String kind) throws IOException, InterruptedException {
        String refusal = refusal(kind, Map.of("max", "1"));
        if (refusal == null) {
            kinds.add(kind);
        } else {
            gaps.add(new Gap(kind, "its source does not give them (" + refusal + ")", "Give the caller the right"));
        }
    }

    private boolean askForSecrets() throws IOException, InterruptedException {
        String refusal = refusal(KIND_WITH_SECRETS, Map.of("max", "1", "secrets", "true"));
        if (refusal == null) {
            return true;
        }
        String reason = "its source does not give them (" + refusal + ")";
        gaps.add(new Gap("users/credentials", reason, "Users set a new password, or the source gives secrets"));
        gaps.add(new Gap(
                "clients/secret", reason, "Clients get new secrets: see Credentials of each client in the copy"));
        gaps.add(new Gap(
                "identity-providers/config/clientSecret", reason, "Set it under Identity providers in the copy"));
        return false;
    }

    /** {@code null} if the caller may export the kind. */
    private String refusal(String kind, Map<String, String> parameters) throws IOException, InterruptedException {
        try {
            keylift.export(kind, parameters, JobListener.NONE).writeTo(OutputStream.nullOutputStream(), count -> {});
            return null;
        } catch (HttpFailure e) {
            return e.getMessage();
        }
    }

    private void addWhatNoExportHas() {
        gaps.add(new Gap(
                "users/sessions",
                "sessions, offline tokens and the history of passwords stay at the source",
                "Users sign in again"));
        gaps.add(new Gap(
                "events", "events and admin events stay at the source", "Keep the source as long as they are needed"));
    }

    @Override
    public RealmSettings settings() {
        return settings;
    }

    @Override
    public List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    @Override
    public List<String> parts() {
        return List.copyOf(kinds);
    }

    @Override
    public Map<String, String> parameters(String kind) {
        return kind.equals(CHANGES) ? Map.of() : RealmSource.super.parameters(kind);
    }

    @Override
    public boolean canVerify(String kind) {
        return !kind.equals(CHANGES);
    }

    @Override
    public boolean namesAll() {
        return true;
    }

    @Override
    public RealmPart open(String kind, References references, boolean secrets) throws IOException {
        RecordReferences changes = new RecordReferences(references);
        ExportedRecords records;
        if (kind.equals(CHANGES)) {
            Map<String, String> fields = Map.of("fields", "username,realmRoles,federationLink");
            records = new ExportedRecords(
                    keylift.export(USERS, fields, JobListener.NONE), kind, changes::withoutDefaultRole);
        } else {
            Map<String, String> parameters = secrets && givesSecrets ? Map.of("secrets", "true") : Map.of();
            records = new ExportedRecords(
                    keylift.export(kind, parameters, JobListener.NONE), kind, record -> changes.change(kind, record));
        }
        SpooledInput input = new SpooledInput(records, Format.NDJSON, temporary);
        return new RealmPart(kind, input, records::gap, () -> {
            try (records) {
                input.close();
            }
        });
    }
}

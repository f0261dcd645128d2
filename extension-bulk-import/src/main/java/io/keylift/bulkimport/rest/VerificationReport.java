// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.keycloak.common.Version;
import org.keycloak.common.util.HtmlUtils;
import org.keycloak.crypto.Algorithm;
import org.keycloak.crypto.SignatureProvider;
import org.keycloak.jose.jws.JWSBuilder;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.util.JsonSerialization;

/**
 * Report of a verification, for readers without access to the job. Contains no caller-supplied text and no claims of
 * tokens, so that a signed report cannot be used as a token.
 */
final class VerificationReport {

    static final String HTML = "text/html";
    static final String JOSE = "application/jose";

    private static final String TYPE = "keylift-report+jws";

    private final ObjectNode report = JsonSerialization.mapper.createObjectNode();

    /**
     * @param job a verification that has ended
     * @param parts counters of each kind, if it has several
     */
    VerificationReport(ImportJob job, List<JobPart> parts, RealmModel realm) {
        report.put("report", "keylift-verification");
        report.put("job", job.uid());
        report.put("realm", realm.getName());
        report.put("kind", job.spec().kind());
        report.put("status", job.status().name());
        if (job.code() != null) {
            report.put("code", job.code());
        }
        report.put("read", job.counters().read());
        job.counters().byName(job.spec()).forEach(report::put);
        if (job.spec().isOfRealm()) {
            ObjectNode kinds = report.putObject("parts");
            parts.forEach(part -> {
                ObjectNode counters = kinds.putObject(part.kind());
                part.counters().byName(job.spec().ofKind(part.kind())).forEach(counters::put);
            });
        }
        report.put("ids", job.spec().ids().name().toLowerCase(Locale.ROOT));
        if (!job.spec().drops().isEmpty()) {
            report.put("drop", Drop.text(job.spec().drops()));
        }
        if (job.input() != null) {
            report.putObject("input")
                    .put("sha256", job.input().sha256())
                    .put("bytes", job.input().bytes());
        }
        long end = job.finishedAt() == null ? job.heartbeatAt() : job.finishedAt();
        report.put("started", Instant.ofEpochMilli(job.startedAt()).toString());
        report.put("finished", Instant.ofEpochMilli(end).toString());
        report.put("seconds", (end - job.startedAt() - job.pausedMillis()) / 1000.0);
        countNotCompared(job);
        report.putObject("versions")
                .put("keylift", String.valueOf(getClass().getPackage().getImplementationVersion()))
                .put("keycloak", Version.VERSION);
    }

    /** By kind and field: below the field, a pointer may have texts of the caller. */
    private void countNotCompared(ImportJob job) {
        ObjectNode counts = report.putObject("notCompared");
        for (Warning warning : job.warnings()) {
            if (warning.code().equals(Warning.NOT_COMPARED)) {
                String[] names = warning.pointer() == null
                        ? new String[0]
                        : warning.pointer().split("/");
                String field = warning.kind() + "/" + (names.length < 2 ? "*" : names[1]);
                counts.put(field, counts.path(field).asLong() + warning.count());
            }
        }
    }

    ObjectNode json() {
        return report;
    }

    /** A compact JWS, signed with the active key of the realm. */
    String signed(KeycloakSession session, RealmModel realm) {
        String configured = realm.getDefaultSignatureAlgorithm();
        String algorithm = configured == null ? Algorithm.RS256 : configured;
        return new JWSBuilder()
                .type(TYPE)
                .jsonContent(report)
                .sign(session.getProvider(SignatureProvider.class, algorithm).signer());
    }

    String page() {
        StringBuilder page = new StringBuilder("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <title>Verification</title>
                <style>
                body{font-family:sans-serif;margin:2em}
                th{text-align:left;padding-right:2em}
                td{font-family:monospace}
                </style>
                </head>
                <body>
                <h1>Verification</h1>
                <table>
                """);
        report.properties().forEach(field -> {
            if (field.getValue().isObject()) {
                field.getValue()
                        .properties()
                        .forEach(part -> row(page, field.getKey() + " " + part.getKey(), part.getValue()));
            } else {
                row(page, field.getKey(), field.getValue());
            }
        });
        return page.append("</table>\n</body>\n</html>\n").toString();
    }

    private static void row(StringBuilder page, String name, JsonNode value) {
        page.append("<tr><th>")
                .append(HtmlUtils.escapeAttribute(name))
                .append("</th><td>")
                .append(HtmlUtils.escapeAttribute(value.isValueNode() ? value.asText() : value.toString()))
                .append("</td></tr>\n");
    }
}

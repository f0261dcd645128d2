// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An invented company group: organizations and the people in them, as the records Keylift imports. The same seed and
 * number always give the same record, so any part of a tenant can be made without the rest, in no memory to speak of.
 */
public final class SampleTenant {

    /** Password of every person of every sample tenant. */
    public static final String PASSWORD = "Keylift-demo-1";

    private static final JsonFactory JSON = new JsonFactory()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    private static final List<String> TITLES = List.of(
            "Accountant",
            "Architect",
            "Buyer",
            "Consultant",
            "Controller",
            "Designer",
            "Developer",
            "Dispatcher",
            "Driver",
            "Engineer",
            "Nurse",
            "Planner",
            "Recruiter",
            "Sales representative",
            "Technician",
            "Translator");
    private static final List<String> COUNTRIES = List.of(
            "AT", "BE", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IT", "NL", "NO", "PL", "PT", "SE");
    private static final List<String> SIZES = List.of("small", "medium", "large");

    private final long seed;
    private final int organizations;
    private final int persons;
    private final HashedPassword password = HashedPassword.pbkdf2(PASSWORD);

    /** A tenant of this many organizations (at least one) and persons. */
    public SampleTenant(long seed, int organizations, int persons) {
        if (organizations < 1 || persons < 0) {
            throw new IllegalArgumentException("A tenant has an organization at least");
        }
        this.seed = seed;
        this.organizations = organizations;
        this.persons = persons;
    }

    public int organizations() {
        return organizations;
    }

    public int persons() {
        return persons;
    }

    /** Writes every organization as one line of NDJSON and leaves the stream open. */
    public void writeOrganizations(OutputStream out) throws IOException {
        write(out, organizations, this::organization);
    }

    /** Writes every person as one line of NDJSON and leaves the stream open. */
    public void writePersons(OutputStream out) throws IOException {
        write(out, persons, (json, index) -> person(json, index, true));
    }

    /** Writes the persons without their organizations, and leaves the stream open. */
    public void writePersonsAlone(OutputStream out) throws IOException {
        write(out, persons, (json, index) -> person(json, index, false));
    }

    /** Writes as many users as there are persons, each with a name and nothing else, and leaves the stream open. */
    public void writeMinimalUsers(OutputStream out) throws IOException {
        write(out, persons, this::minimalUser);
    }

    /** One organization as JSON; {@code index} counts from 0 and may exceed the size of the tenant. */
    public String organization(int index) {
        return text(json -> organization(json, index));
    }

    /** One person as JSON, {@code organizations} included; {@code index} as above. */
    public String person(int index) {
        return text(json -> person(json, index, true));
    }

    /** The record of a person without the person's organizations. */
    public String personAlone(int index) {
        return text(json -> person(json, index, false));
    }

    /** One user as JSON who has nothing but the name of that person; {@code index} as above. */
    public String minimalUser(int index) {
        return text(json -> minimalUser(json, index));
    }

    /** Name the person signs in with. */
    public String username(int index) {
        return SampleNames.username(seed, index);
    }

    /** Alias of an organization. */
    public String alias(int index) {
        return SampleNames.alias(seed, index);
    }

    private void organization(JsonGenerator json, int index) throws IOException {
        SplittableRandom random = random(index, 1);
        String alias = alias(index);
        json.writeStartObject();
        json.writeStringField("name", SampleNames.organization(seed, index));
        json.writeStringField("alias", alias);
        json.writeBooleanField("enabled", random.nextInt(50) != 0);
        json.writeStringField("description", SampleNames.organization(seed, index) + " and its people");
        json.writeStringField("redirectUrl", "https://" + alias + ".example/welcome");
        json.writeArrayFieldStart("domains");
        domain(json, alias + ".example", true);
        if (random.nextInt(4) == 0) {
            domain(json, alias + "-group.example", false);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("attributes");
        attribute(json, "country", COUNTRIES.get(random.nextInt(COUNTRIES.size())));
        attribute(json, "size", SIZES.get(random.nextInt(SIZES.size())));
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void domain(JsonGenerator json, String name, boolean verified) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeBooleanField("verified", verified);
        json.writeEndObject();
    }

    private void person(JsonGenerator json, int index, boolean inOrganization) throws IOException {
        SplittableRandom random = random(index, 2);
        String organization = alias(random.nextInt(organizations));
        String username = username(index);
        json.writeStartObject();
        json.writeStringField("username", username);
        json.writeStringField("email", username + "@" + organization + ".example");
        json.writeBooleanField("emailVerified", random.nextInt(10) != 0);
        json.writeStringField("firstName", SampleNames.firstName(seed, index));
        json.writeStringField("lastName", SampleNames.lastName(seed, index));
        json.writeBooleanField("enabled", random.nextInt(50) != 0);
        json.writeObjectFieldStart("attributes");
        attribute(json, TenantRealm.EMPLOYEE_NUMBER, "E" + (100_000 + index));
        attribute(json, TenantRealm.JOB_TITLE, TITLES.get(random.nextInt(TITLES.size())));
        json.writeEndObject();
        json.writeArrayFieldStart("credentials");
        json.writeStartObject();
        json.writeStringField("type", "password");
        json.writeStringField("secretData", password.secretData());
        json.writeStringField("credentialData", password.credentialData());
        json.writeEndObject();
        json.writeEndArray();
        json.writeArrayFieldStart("realmRoles");
        int role = random.nextInt(TenantRealm.ROLES.size());
        json.writeString(TenantRealm.ROLES.get(role));
        json.writeString(TenantRealm.ROLES.get(
                (role + 1 + random.nextInt(TenantRealm.ROLES.size() - 1)) % TenantRealm.ROLES.size()));
        json.writeEndArray();
        if (inOrganization) {
            json.writeArrayFieldStart("organizations");
            json.writeStartObject();
            json.writeStringField("alias", organization);
            json.writeStringField("membershipType", random.nextInt(10) == 0 ? "UNMANAGED" : "MANAGED");
            json.writeEndObject();
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void minimalUser(JsonGenerator json, int index) throws IOException {
        json.writeStartObject();
        json.writeStringField("username", username(index));
        json.writeBooleanField("enabled", true);
        json.writeEndObject();
    }

    private static void attribute(JsonGenerator json, String name, String value) throws IOException {
        json.writeArrayFieldStart(name);
        json.writeString(value);
        json.writeEndArray();
    }

    private SplittableRandom random(int index, int salt) {
        return new SplittableRandom(seed * 1_000_003L + index * 31L + salt);
    }

    private interface RecordWriter {
        void write(JsonGenerator json, int index) throws IOException;
    }

    private interface SingleWriter {
        void write(JsonGenerator json) throws IOException;
    }

    private static void write(OutputStream out, int count, RecordWriter records) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.setRootValueSeparator(null);
            for (int i = 0; i < count; i++) {
                records.write(json, i);
                json.writeRaw('\n');
            }
        }
    }

    private static String text(SingleWriter writer) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            writer.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.userprofile.config.UPAttribute;
import org.keycloak.representations.userprofile.config.UPAttributePermissions;
import org.keycloak.representations.userprofile.config.UPAttributeRequired;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;
import org.keycloak.userprofile.UserProfile;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.ValidationException;

/** The fast validation by the user profile must have the same result as Keycloak's own, for any realm and record. */
class PlannedAttributesTest {

    private static final List<String> NAMES = List.of(
            "username",
            "email",
            "firstName",
            "lastName",
            "department",
            "code",
            "fixed",
            "locale",
            "did",
            "LDAP_ID",
            "kc.read.only",
            "user.attributes.code",
            "unknown");

    private static final List<List<String>> VALUES = List.of(
            List.of(),
            List.of(""),
            List.of("  "),
            List.of("x"),
            List.of("Anna"),
            List.of("anna@example.org"),
            List.of("Anna@Example.ORG"),
            List.of("one", "two"),
            List.of("", "two"),
            List.of("<b>"),
            List.of("x".repeat(300)),
            List.of("x".repeat(3000)),
            List.of("12345"));

    static Stream<UnmanagedAttributePolicy> policies() {
        return Stream.concat(Stream.of((UnmanagedAttributePolicy) null), Stream.of(UnmanagedAttributePolicy.values()));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void agreesWithKeycloak(UnmanagedAttributePolicy policy) {
        FakeKeycloak keycloak = new FakeKeycloak();
        keycloak.profile.setUnmanagedAttributePolicy(policy);
        keycloak.profile.addOrReplaceAttribute(required("department"));
        keycloak.profile.addOrReplaceAttribute(patterned("code"));
        keycloak.profile.addOrReplaceAttribute(readOnly("fixed"));
        Random random = new Random(42);
        for (Set<String> switches : List.of(
                Set.<String>of(),
                Set.of("isRegistrationEmailAsUsername"),
                Set.of("isInternationalizationEnabled", "isVerifiableCredentialsEnabled", "isOrganizationsEnabled"))) {
            keycloak.on.clear();
            keycloak.on.addAll(switches);
            KeycloakSession session = keycloak.session();
            ProfileRules rules = new ProfileRules(keycloak.context(IfExists.FAIL));
            for (int i = 0; i < 200; i++) {
                Map<String, List<String>> raw = new HashMap<>();
                for (String name : NAMES) {
                    if (random.nextInt(3) > 0) {
                        raw.put(name, VALUES.get(random.nextInt(VALUES.size())));
                    }
                }
                assertAgreement(session, rules, raw);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void agreesWithKeycloakOnExistingUsers(UnmanagedAttributePolicy policy) {
        FakeKeycloak keycloak = new FakeKeycloak();
        keycloak.profile.setUnmanagedAttributePolicy(policy);
        keycloak.profile.addOrReplaceAttribute(patterned("code"));
        keycloak.profile.addOrReplaceAttribute(readOnly("fixed"));
        Random random = new Random(42);
        int accepted = 0;
        for (String realmSwitch : List.of("isEditUsernameAllowed", "isRegistrationEmailAsUsername")) {
            keycloak.on.clear();
            keycloak.on.add(realmSwitch);
            KeycloakSession session = keycloak.session();
            ProfileRules rules = new ProfileRules(keycloak.context(IfExists.MERGE));
            for (int i = 0; i < 400; i++) {
                Map<String, List<String>> stored = new HashMap<>();
                Map<String, List<String>> raw = new HashMap<>();
                for (String name : NAMES) {
                    if (random.nextInt(6) == 0) {
                        stored.put(name, VALUES.get(random.nextInt(VALUES.size())));
                    }
                    if (random.nextInt(6) == 0) {
                        raw.put(name, VALUES.get(random.nextInt(VALUES.size())));
                    } else if (stored.containsKey(name)) {
                        raw.put(name, stored.get(name));
                    }
                }
                accepted += assertAgreementOnExisting(session, rules, stored, raw, random.nextBoolean()) ? 1 : 0;
            }
        }
        assertThat(accepted).isPositive();
    }

    /** Returns whether the profile accepts the change. */
    private static boolean assertAgreementOnExisting(
            KeycloakSession session,
            ProfileRules rules,
            Map<String, List<String>> stored,
            Map<String, List<String>> raw,
            boolean removes) {
        RecordUser expected = existing(session, stored);
        RecordUser actual = existing(session, stored);
        UserProfile profile = session.getProvider(UserProfileProvider.class)
                .create(UserProfileContext.USER_API, new HashMap<>(raw), expected);
        UserRecord record = new UserRecord();
        record.setAttributes(raw);

        Violation fault = rules.update(record, new HashMap<>(raw), actual, removes, false);

        if (!violations(profile).isEmpty()) {
            assertThat(fault).as("violation of %s by %s", stored, raw).isNotNull();
        }
        if (fault == null) {
            profile.update(removes);
            assertThat(actual.getAttributes())
                    .as("%s changed by %s", stored, raw)
                    .isEqualTo(expected.getAttributes());
        }
        return fault == null;
    }

    private static RecordUser existing(KeycloakSession session, Map<String, List<String>> stored) {
        RecordUser user = new RecordUser(session, session.getContext().getRealm(), "id", "jdoe", "jdoe@example.org");
        stored.forEach((name, values) -> {
            if (!name.equals("username") && !values.isEmpty()) {
                user.setAttribute(name, new ArrayList<>(values));
            }
        });
        return user;
    }

    private static void assertAgreement(KeycloakSession session, ProfileRules rules, Map<String, List<String>> raw) {
        UserProfile expected =
                session.getProvider(UserProfileProvider.class).create(UserProfileContext.USER_API, new HashMap<>(raw));
        ProfileRules.Checked actual = rules.check(raw);

        assertThat(new TreeSet<>(actual.attributes().nameSet()))
                .isEqualTo(new TreeSet<>(expected.getAttributes().nameSet()));
        assertThat(new TreeMap<>(actual.writable()))
                .as("writable of %s", raw)
                .isEqualTo(new TreeMap<>(expected.getAttributes().getWritable()));
        assertThat(violations(actual.attributes())).as("violations of %s", raw).isEqualTo(violations(expected));
    }

    @SuppressWarnings("unchecked") // a generic varargs parameter of Keycloak's
    private static Set<String> violations(org.keycloak.userprofile.Attributes attributes) {
        Set<String> violations = new TreeSet<>();
        for (String name : attributes.nameSet()) {
            attributes.validate(name, error -> violations.add(error.getInputHint() + " " + error.getMessage()));
        }
        return violations;
    }

    private static Set<String> violations(UserProfile profile) {
        Set<String> violations = new TreeSet<>();
        try {
            profile.validate();
        } catch (ValidationException e) {
            e.getErrors().forEach(error -> violations.add(error.getAttribute() + " " + error.getMessage()));
        }
        return violations;
    }

    @Test
    void anAttributeAdministratorsMayNotWriteIsNotLostSilently() {
        FakeKeycloak keycloak = new FakeKeycloak();
        keycloak.profile.addOrReplaceAttribute(readOnly("fixed"));
        UserRecord user = new UserRecord();
        user.setUsername("jdoe");
        user.setAttributes(Map.of("fixed", List.of("x")));

        Item<UserDraft> item = keycloak.validate(user, IfExists.FAIL);

        assertThat(item.reject().pointer()).isEqualTo("/attributes/fixed");
    }

    @Test
    void aChangeOfTheProfileCountsFromTheNextChunkOn() {
        FakeKeycloak keycloak = new FakeKeycloak();
        ImportContext before = keycloak.context(IfExists.FAIL);
        assertThat(new ProfileRules(before).check(Map.of("nick", List.of("x"))).writable())
                .doesNotContainKey("nick");

        keycloak.profile.addOrReplaceAttribute(attribute("nick"));

        ImportContext after = keycloak.context(IfExists.FAIL);
        assertThat(new ProfileRules(after).check(Map.of("nick", List.of("x"))).writable())
                .containsKey("nick");
    }

    private static UPAttribute attribute(String name) {
        UPAttribute attribute = new UPAttribute(name);
        attribute.setPermissions(new UPAttributePermissions(Set.of("admin"), Set.of("admin")));
        return attribute;
    }

    private static UPAttribute required(String name) {
        UPAttribute attribute = attribute(name);
        attribute.setRequired(new UPAttributeRequired());
        attribute.setMultivalued(true);
        return attribute;
    }

    private static UPAttribute patterned(String name) {
        UPAttribute attribute = attribute(name);
        attribute.addValidation("pattern", Map.of("pattern", "[0-9]+"));
        attribute.addValidation("length", Map.of("max", "10"));
        return attribute;
    }

    private static UPAttribute readOnly(String name) {
        UPAttribute attribute = new UPAttribute(name);
        attribute.setPermissions(new UPAttributePermissions(Set.of("admin"), Set.of("user")));
        return attribute;
    }
}

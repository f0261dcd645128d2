// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.users.profile.PlannedAttributes;
import io.keylift.bulkimport.kinds.users.profile.ProfileFaults;
import io.keylift.bulkimport.kinds.users.profile.ProfilePlan;
import io.keylift.bulkimport.kinds.users.profile.ProfileSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.representations.userprofile.config.UPConfig;
import org.keycloak.userprofile.Attributes;
import org.keycloak.userprofile.DeclarativeUserProfileProvider;
import org.keycloak.userprofile.DeclarativeUserProfileProviderFactory;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.DefaultUserProfile;
import org.keycloak.userprofile.ServiceAccountAttributes;
import org.keycloak.userprofile.UserProfile;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileMetadata;
import org.keycloak.userprofile.UserProfileProvider;

/**
 * The realm's user profile, read once for each chunk, which costs less than a single record. A profile that is changed
 * during an import applies from the next chunk on. Validation is Keycloak's own, in a session that finds no users.
 */
final class ProfileRules {

    /** Reason why an attribute of the profile cannot be written, and the remedy. */
    static final String UNWRITABLE = "The realm's user profile does not let administrators write this attribute. Change"
            + " its permissions in the user profile.";

    private final boolean emailAsUsername;
    private final boolean internationalization;
    private final ProfileFaults faults;
    private final KeycloakSession session;

    /** Finds organizations, which costs SQL; used only for users whose email address an organization may refuse. */
    private final KeycloakSession organizationsSession;

    private final UPConfig configuration;

    /** {@code null} if the realm's profile is not Keycloak's declarative one. */
    private final UserProfileMetadata metadata;

    private final ProfilePlan plan;
    private final UserProfileProvider other;

    ProfileRules(ImportContext context) {
        emailAsUsername = context.realm().isRegistrationEmailAsUsername();
        internationalization = context.realm().isInternationalizationEnabled();
        faults = new ProfileFaults(context);
        ProviderFactory<UserProfileProvider> factory =
                context.session().getKeycloakSessionFactory().getProviderFactory(UserProfileProvider.class);
        if (factory instanceof DeclarativeUserProfileProviderFactory declarative
                && factory.getClass() == DeclarativeUserProfileProviderFactory.class) {
            CapturedProfile profile = new CapturedProfile(context.session(), declarative);
            profile.create(UserProfileContext.USER_API, Map.of());
            session = ProfileSession.of(context.session(), profile, false);
            organizationsSession = ProfileSession.of(context.session(), profile, true);
            metadata = profile.metadata;
            configuration = profile.getConfiguration();
            plan = new ProfilePlan(session, metadata, configuration.getUnmanagedAttributePolicy());
            other = null;
        } else {
            session = ProfileSession.of(context.session(), null, false);
            organizationsSession = session;
            other = factory.create(session);
            metadata = null;
            configuration = other.getConfiguration();
            plan = null;
        }
    }

    /** A new user's attributes after the profile. */
    record Checked(Attributes attributes, Map<String, List<String>> writable) {}

    /**
     * Fills the draft of a new user with the attributes that the profile accepts; a violation is stored in the draft.
     */
    void check(Item<UserRecord> item, UserDraft draft) {
        UserRecord user = item.record();
        Map<String, List<String>> raw = raw(user);
        Checked checked = check(raw);
        fill(draft, checked.attributes(), checked.writable());
        draft.fault = fault(user, raw, checked.attributes(), checked.writable(), false);
    }

    Checked check(Map<String, List<String>> raw) {
        if (metadata == null) {
            Attributes attributes =
                    other.create(UserProfileContext.USER_API, raw).getAttributes();
            return new Checked(attributes, attributes.getWritable());
        }
        PlannedAttributes attributes = new PlannedAttributes(raw, null, metadata, session, plan);
        return new Checked(attributes, attributes.writable(emailAsUsername));
    }

    /**
     * Applies the record to an existing user by the rules of the profile.
     *
     * @param organizations whether an organization may refuse the email address; the check costs SQL
     * @return the first violation, or {@code null} after the user was changed
     */
    Violation update(
            UserRecord user,
            Map<String, List<String>> raw,
            UserModel existing,
            boolean removeAttributes,
            boolean organizations) {
        boolean serviceAccount = existing.getServiceAccountClientLink() != null;
        UserProfile profile;
        if (metadata == null) {
            profile = other.create(UserProfileContext.USER_API, raw, existing);
        } else {
            KeycloakSession chosen = organizations ? organizationsSession : session;
            DefaultAttributes attributes = serviceAccount
                    ? new ServiceAccountAttributes(UserProfileContext.USER_API, raw, existing, metadata, chosen)
                    : new PlannedAttributes(raw, existing, metadata, chosen, plan);
            profile = new DefaultUserProfile(metadata, attributes, null, existing, chosen);
        }
        Attributes attributes = profile.getAttributes();
        Violation fault = fault(user, raw(user), attributes, attributes.getWritable(), serviceAccount);
        if (fault == null) {
            if (attributes instanceof PlannedAttributes planned) {
                planned.accept();
            }
            profile.update(removeAttributes);
        }
        return fault;
    }

    /** Whether Keycloak has written all validators of the profile: the same values are as valid for each user then. */
    boolean hasOnlyValidatorsOfKeycloak() {
        return plan != null && plan.hasOnlyValidatorsOfKeycloak();
    }

    /** The attributes of the record, including those with a field of their own. */
    static Map<String, List<String>> raw(UserRecord user) {
        return user.getRawAttributes();
    }

    private void fill(UserDraft draft, Attributes attributes, Map<String, List<String>> writable) {
        Map<String, List<String>> custom = new HashMap<>();
        for (Map.Entry<String, List<String>> attribute : writable.entrySet()) {
            List<String> values = notBlank(attribute.getValue());
            if (values.isEmpty()) {
                continue;
            }
            switch (attribute.getKey()) {
                case UserModel.USERNAME -> draft.username = values.get(0);
                case UserModel.EMAIL -> draft.email = values.get(0);
                case UserModel.FIRST_NAME -> draft.firstName = values.get(0);
                case UserModel.LAST_NAME -> draft.lastName = values.get(0);
                default -> custom.put(attribute.getKey(), values);
            }
        }
        draft.attributes = custom;
        if (draft.username == null) {
            // A profile may forbid administrators to change usernames. A new user gets the given one nevertheless.
            List<String> username = notBlank(attributes.get(UserModel.USERNAME));
            draft.username = username.isEmpty() ? draft.email : username.get(0);
        }
    }

    static List<String> notBlank(List<String> values) {
        if (values == null) {
            return List.of();
        }
        for (String value : values) {
            if (value == null || value.isBlank()) {
                return values.stream().filter(v -> v != null && !v.isBlank()).toList();
            }
        }
        return values;
    }

    /** Attributes that cannot be written are not checked. */
    private Violation fault(
            UserRecord user,
            Map<String, List<String>> raw,
            Attributes attributes,
            Map<String, List<String>> writable,
            boolean serviceAccount) {
        Map<String, Violation> unwritable = unwritable(raw, attributes, writable);
        Violation invalid = firstFault(attributes, unwritable);
        if (invalid != null) {
            return invalid;
        }
        if (unwritable.isEmpty()) {
            return serviceAccount ? null : lostField(user, attributes);
        }
        List<Violation> all = List.copyOf(unwritable.values());
        Violation first = all.get(0);
        return new Violation(first.code(), first.pointer(), first.message(), all.subList(1, all.size()));
    }

    @SuppressWarnings("unchecked") // a generic varargs parameter of Keycloak's
    private Violation firstFault(Attributes attributes, Map<String, Violation> unwritable) {
        List<Violation> found = new ArrayList<>(0);
        for (String name : attributes.nameSet()) {
            attributes.validate(name, error -> {
                Violation fault = faults.of(name, attributes.get(name), error);
                if (fault.code().equals(RejectCode.UNWRITABLE_ATTRIBUTE)) {
                    unwritable.putIfAbsent(name, fault);
                } else if (!unwritable.containsKey(name)) {
                    found.add(fault);
                }
            });
        }
        // Always the same violation: by descending pointer, so that fields come before attributes.
        return found.stream().max(Comparator.comparing(Violation::pointer)).orElse(null);
    }

    /**
     * Keycloak ignores values that the profile does not allow; here they are violations, so that no value is lost
     * silently. By the name of the attribute.
     */
    private Map<String, Violation> unwritable(
            Map<String, List<String>> raw, Attributes attributes, Map<String, List<String>> writable) {
        Map<String, Violation> lost = new TreeMap<>();
        for (Map.Entry<String, List<String>> attribute : raw.entrySet()) {
            String name = attribute.getKey();
            String normalized = name.startsWith(Constants.USER_ATTRIBUTES_PREFIX)
                    ? name.substring(Constants.USER_ATTRIBUTES_PREFIX.length())
                    : name;
            if (!writable.containsKey(normalized)
                    && !notBlank(attribute.getValue()).isEmpty()
                    && !UserModel.USERNAME.equals(normalized)) {
                lost.put(
                        name,
                        new Violation(
                                RejectCode.UNWRITABLE_ATTRIBUTE,
                                ProfileFaults.attributePointer(name),
                                why(name, attributes.contains(name))));
            }
        }
        return lost;
    }

    private String why(String name, boolean managed) {
        if (name.equals(UserModel.LOCALE) && !internationalization) {
            return "Internationalization is off, so `locale` cannot be stored. Switch it on in the realm settings.";
        }
        if (managed) {
            return UNWRITABLE;
        }
        UPConfig.UnmanagedAttributePolicy policy = configuration.getUnmanagedAttributePolicy();
        return "The realm's user profile has no such attribute and its policy for unmanaged attributes is "
                + (policy == null ? "DISABLED" : policy) + ". Add the attribute to the user profile.";
    }

    private Violation lostField(UserRecord user, Attributes attributes) {
        if (emailAsUsername
                && user.getUsername() != null
                && !user.getUsername().equalsIgnoreCase(attributes.getFirst(UserModel.USERNAME))) {
            return new Violation(
                    RejectCode.INVALID,
                    "/username",
                    "The realm uses the email address as username. Remove `username`, or set it to the address.");
        }
        for (String field : List.of(UserModel.USERNAME, UserModel.EMAIL)) {
            String value = user.firstAttribute(field);
            if (value != null && !value.equalsIgnoreCase(attributes.getFirst(field))) {
                return new Violation(
                        RejectCode.INVALID,
                        "/attributes/" + field,
                        "The field `" + field + "` sets this value. Remove the attribute.");
            }
        }
        return null;
    }

    /**
     * Keycloak's profile provider, which exposes the realm's metadata and does not copy the configuration for every
     * record.
     */
    private static final class CapturedProfile extends DeclarativeUserProfileProvider {

        private UserProfileMetadata metadata;
        private UPConfig configuration;

        CapturedProfile(KeycloakSession session, DeclarativeUserProfileProviderFactory factory) {
            super(session, factory);
        }

        @Override
        protected Attributes createAttributes(
                UserProfileContext context, Map<String, ?> attributes, UserModel user, UserProfileMetadata metadata) {
            this.metadata = metadata;
            return super.createAttributes(context, attributes, user, metadata);
        }

        @Override
        public UPConfig getConfiguration() {
            if (configuration == null) {
                configuration = super.getConfiguration();
            }
            return configuration;
        }
    }
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.AttributeValidatorMetadata;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileMetadata;
import org.keycloak.userprofile.validator.DuplicateEmailValidator;
import org.keycloak.userprofile.validator.DuplicateUsernameValidator;
import org.keycloak.userprofile.validator.EmailExistsAsUsernameValidator;
import org.keycloak.userprofile.validator.ReadOnlyAttributeUnchangedValidator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.validators.LengthValidator;

/**
 * Which validators a new user's attributes go through, worked out once for a chunk: the same ones in the same order as {@link
 * DefaultAttributes#validate} picks for every attribute of every user, but for those that could find nothing.
 */
final class ProfilePlan {

    /** Uniqueness is looked up for the whole chunk. */
    private static final Set<String> UNIQUENESS =
            Set.of(DuplicateUsernameValidator.ID, DuplicateEmailValidator.ID, EmailExistsAsUsernameValidator.ID);

    /** A validator with the metadata it sees. */
    record Step(AttributeMetadata metadata, AttributeValidatorMetadata validator) {}

    record Steps(AttributeMetadata metadata, List<Step> steps) {}

    private final Map<String, AttributeMetadata> metadata = new HashMap<>();
    private final List<AttributeValidatorMetadata> readOnlyValidators;
    private final AttributeMetadata readOnly;
    private final boolean canEditUnmanaged;
    private final Map<String, Steps> managed = new HashMap<>();
    private final Map<String, Steps> unmanaged = new HashMap<>();
    private final Map<String, Boolean> mayBeInternal = new HashMap<>();

    ProfilePlan(UserProfileMetadata profile, UnmanagedAttributePolicy policy) {
        for (AttributeMetadata attribute : profile.getAttributes()) {
            metadata.put(attribute.getName(), attribute);
        }
        readOnly = metadata.remove(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY);
        readOnlyValidators = validators(readOnly);
        canEditUnmanaged = policy == UnmanagedAttributePolicy.ENABLED || policy == UnmanagedAttributePolicy.ADMIN_EDIT;
    }

    /** Steps for an attribute of the profile, or {@code null} if it is none. */
    Steps managed(String name) {
        AttributeMetadata own = metadata.get(name);
        return own == null ? null : managed.computeIfAbsent(name, n -> steps(n, own));
    }

    /** Steps for an attribute that is not of the profile. */
    Steps unmanaged(String name) {
        return unmanaged.computeIfAbsent(name, n -> steps(n, null));
    }

    boolean canEditUnmanaged() {
        return canEditUnmanaged;
    }

    /**
     * Whether an attribute is the server's own. Most names are none of its patterns' whatever their values: decided once for each
     * name, because the names of a chunk's records repeat.
     */
    boolean isInternal(String name, Predicate<String> decide) {
        return mayBeInternal.computeIfAbsent(name, n -> readOnlyValidators.stream().anyMatch(v -> mayMatch(v, n)))
                && decide.test(name);
    }

    private Steps steps(String name, AttributeMetadata own) {
        List<Step> steps = new ArrayList<>();
        boolean length = false;
        for (AttributeValidatorMetadata validator : validators(own)) {
            length |= LengthValidator.ID.equals(validator.getValidatorId());
            if (!UNIQUENESS.contains(validator.getValidatorId())) {
                steps.add(new Step(own, validator));
            }
        }
        for (AttributeValidatorMetadata validator : readOnlyValidators) {
            length |= LengthValidator.ID.equals(validator.getValidatorId());
            if (mayMatch(validator, name)) {
                steps.add(new Step(readOnly, validator));
            }
        }
        AttributeMetadata metadataOfLength = own == null ? unmanagedMetadata(name) : own;
        if (!length) {
            steps.add(new Step(metadataOfLength, defaultLength()));
        }
        return new Steps(metadataOfLength, List.copyOf(steps));
    }

    private static List<AttributeValidatorMetadata> validators(AttributeMetadata attribute) {
        return attribute == null || attribute.getValidators() == null ? List.of() : attribute.getValidators();
    }

    private static boolean mayMatch(AttributeValidatorMetadata validator, String name) {
        return !ReadOnlyAttributeUnchangedValidator.ID.equals(validator.getValidatorId())
                || !(validator.getValidatorConfig().get(ReadOnlyAttributeUnchangedValidator.CFG_PATTERN)
                        instanceof Pattern pattern)
                || pattern.matcher(name).find();
    }

    /** Keycloak bounds the length of every attribute that has no bound of its own. */
    private static AttributeValidatorMetadata defaultLength() {
        return new AttributeValidatorMetadata(
                LengthValidator.ID,
                new ValidatorConfig(Map.of(
                        LengthValidator.KEY_MIN,
                        "0",
                        LengthValidator.KEY_MAX,
                        DefaultAttributes.DEFAULT_MAX_LENGTH_ATTRIBUTES)));
    }

    private static AttributeMetadata unmanagedMetadata(String name) {
        UserProfileMetadata holder = new UserProfileMetadata(UserProfileContext.USER_API);
        return holder.addAttribute(name, -1, List.of());
    }
}

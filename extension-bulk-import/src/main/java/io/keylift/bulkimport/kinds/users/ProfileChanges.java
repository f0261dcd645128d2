// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.UserRepresentation;

/**
 * Plans the changes that the Admin API makes by {@code PUT /users/{id}}: required actions, attributes and fields. As in
 * that call, the user must satisfy the user profile of the realm afterwards.
 */
final class ProfileChanges {

    private final ImportContext context;
    private final Supplier<ProfileRules> rules;
    private ProfileRules profile;

    ProfileChanges(ImportContext context) {
        this.context = context;
        rules = () -> new ProfileRules(context);
    }

    /** Applies the record to the user; returns the violation if it must not, or {@code null}. */
    Violation plan(UserChangesWork work, UserState user) {
        UserChangesRecord record = work.record;
        Set<String> actions = actions(record, user);
        Map<String, List<String>> attributes = attributes(record, user);
        Set<String> cleared = cleared(record, user);
        boolean released = user.federationLink != null && record.clears(UserChangesRules.FEDERATION_LINK);
        if (!attributes.isEmpty() || !cleared.isEmpty() || !actions.equals(user.requiredActions)) {
            RecordUser target = user.profileToChange(context);
            Violation fault = update(user, target, attributes, cleared);
            if (fault != null) {
                return at(record, fault);
            }
            user.profile = target;
        } else if (!released) {
            return null;
        }
        work.update = representation(user, actions, attributes, cleared, released);
        user.requiredActions = actions;
        user.federationLink = released ? null : user.federationLink;
        return null;
    }

    private static Set<String> actions(UserChangesRecord record, UserState user) {
        Set<String> actions = new HashSet<>(user.requiredActions);
        UserParts.given(record.removed().requiredActions()).forEach(actions::remove);
        actions.addAll(UserParts.given(record.added().requiredActions()));
        return actions;
    }

    /** The values of the attributes that change. */
    private static Map<String, List<String>> attributes(UserChangesRecord record, UserState user) {
        Map<String, List<String>> removed = UserParts.given(record.removed().attributes());
        Map<String, List<String>> added = UserParts.given(record.added().attributes());
        Set<String> names = new TreeSet<>(removed.keySet());
        names.addAll(added.keySet());
        Map<String, List<String>> changed = new HashMap<>();
        for (String name : names) {
            List<String> before = user.profile.getAttributeStream(name).toList();
            List<String> after = new ArrayList<>(before);
            if (removed.containsKey(name)) {
                List<String> values = notNull(removed.get(name));
                after.removeIf(value -> values.isEmpty() || values.contains(value));
            }
            for (String value : new LinkedHashSet<>(ProfileRules.notBlank(added.get(name)))) {
                if (!after.contains(value)) {
                    after.add(value);
                }
            }
            if (!alike(before, after)) {
                changed.put(name, after);
            }
        }
        return changed;
    }

    private static List<String> notNull(List<String> values) {
        return UserParts.given(values).stream().filter(Objects::nonNull).toList();
    }

    /** Compares values without their order, which Keycloak does not store. */
    private static boolean alike(List<String> one, List<String> other) {
        return one.stream().sorted().toList().equals(other.stream().sorted().toList());
    }

    private static Set<String> cleared(UserChangesRecord record, UserState user) {
        Set<String> cleared = new TreeSet<>(UserParts.given(record.clear()));
        cleared.remove(UserChangesRules.FEDERATION_LINK);
        cleared.removeIf(field -> user.profile.getFirstAttribute(field) == null);
        return cleared;
    }

    private Violation update(
            UserState user, RecordUser target, Map<String, List<String>> attributes, Set<String> cleared) {
        Map<String, List<String>> raw = user.attributes();
        attributes.forEach((name, values) -> raw.put(name, new ArrayList<>(values)));
        cleared.forEach(field -> raw.put(field, new ArrayList<>(List.of(""))));
        UserRecord given = new UserRecord();
        given.setAttributes(attributes);
        String email = cleared.contains(UserModel.EMAIL) ? null : target.getEmail();
        if (profile == null) {
            profile = rules.get();
        }
        Violation fault = profile.update(given, raw, target, true, user.stored.mayOrganizationRefuse(email));
        return fault == null ? unwritten(target, attributes, cleared) : fault;
    }

    /** Keycloak ignores changes that the profile does not allow; here they are violations. */
    private static Violation unwritten(RecordUser target, Map<String, List<String>> attributes, Set<String> cleared) {
        for (Map.Entry<String, List<String>> attribute : attributes.entrySet()) {
            if (!alike(target.getAttributeStream(attribute.getKey()).toList(), attribute.getValue())) {
                return new Violation(
                        RejectCode.UNWRITABLE_ATTRIBUTE,
                        Pointers.to("/attributes", attribute.getKey()),
                        ProfileRules.UNWRITABLE);
            }
        }
        for (String field : cleared) {
            if (target.getFirstAttribute(field) != null) {
                return Violation.invalid(
                        "/" + field, "The realm's user profile does not let administrators change this");
            }
        }
        return null;
    }

    /** The violation with the pointer to the place in the record that leads to it. */
    private static Violation at(UserChangesRecord record, Violation fault) {
        return new Violation(
                fault.code(),
                pointer(record, fault.pointer()),
                fault.message(),
                fault.more().stream().map(other -> at(record, other)).toList());
    }

    private static String pointer(UserChangesRecord record, String pointer) {
        List<String> cleared = UserParts.given(record.clear());
        for (int i = 0; i < cleared.size(); i++) {
            if (pointer.equals("/" + cleared.get(i))) {
                return Pointers.to("/clear", i);
            }
        }
        if (names(record.added(), pointer)) {
            return "/add" + pointer;
        }
        return names(record.removed(), pointer) ? "/remove" + pointer : "";
    }

    private static boolean names(UserParts parts, String pointer) {
        return UserParts.given(parts.attributes()).keySet().stream()
                .anyMatch(name -> Pointers.to("/attributes", name).equals(pointer));
    }

    private static UserRepresentation representation(
            UserState user,
            Set<String> actions,
            Map<String, List<String>> attributes,
            Set<String> cleared,
            boolean released) {
        UserRepresentation update = new UserRepresentation();
        update.setId(user.id());
        update.setUsername(user.profile.getUsername());
        if (!attributes.isEmpty() || !cleared.isEmpty()) {
            update.setEmail(Objects.requireNonNullElse(user.profile.getEmail(), ""));
            update.setFirstName(Objects.requireNonNullElse(user.profile.getFirstName(), ""));
            update.setLastName(Objects.requireNonNullElse(user.profile.getLastName(), ""));
            update.setAttributes(new TreeMap<>(user.profile.customAttributes()));
        }
        if (!actions.equals(user.requiredActions)) {
            update.setRequiredActions(List.copyOf(new TreeSet<>(actions)));
        }
        if (released) {
            update.setFederationLink("");
        }
        return update;
    }
}

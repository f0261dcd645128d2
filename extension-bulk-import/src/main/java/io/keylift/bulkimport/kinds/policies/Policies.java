// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.representations.idm.authorization.ClientScopePolicyRepresentation.ClientScopeDefinition;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;
import org.keycloak.representations.idm.authorization.RolePolicyRepresentation.RoleDefinition;

/** Policies of all types, including aggregate policies. */
final class Policies implements PolicyFamily<PolicyRecord> {

    /** Fields that belong to some types only. */
    private static final Map<String, Function<PolicyRecord, Object>> FIELDS = fields();

    private static Map<String, Function<PolicyRecord, Object>> fields() {
        Map<String, Function<PolicyRecord, Object>> fields = new LinkedHashMap<>();
        fields.put("policies", PolicyRecord::getPolicies);
        fields.put("roles", PolicyRecord::getRoles);
        fields.put("fetchRoles", PolicyRecord::getFetchRoles);
        fields.put("users", PolicyRecord::getUsers);
        fields.put("clients", PolicyRecord::getClients);
        fields.put("groups", PolicyRecord::getGroups);
        fields.put("groupsClaim", PolicyRecord::getGroupsClaim);
        fields.put("clientScopes", PolicyRecord::getClientScopes);
        fields.put("notBefore", PolicyRecord::getNotBefore);
        fields.put("notOnOrAfter", PolicyRecord::getNotOnOrAfter);
        fields.put("dayMonth", PolicyRecord::getDayMonth);
        fields.put("dayMonthEnd", PolicyRecord::getDayMonthEnd);
        fields.put("month", PolicyRecord::getMonth);
        fields.put("monthEnd", PolicyRecord::getMonthEnd);
        fields.put("year", PolicyRecord::getYear);
        fields.put("yearEnd", PolicyRecord::getYearEnd);
        fields.put("hour", PolicyRecord::getHour);
        fields.put("hourEnd", PolicyRecord::getHourEnd);
        fields.put("minute", PolicyRecord::getMinute);
        fields.put("minuteEnd", PolicyRecord::getMinuteEnd);
        fields.put("targetClaim", PolicyRecord::getTargetClaim);
        fields.put("pattern", PolicyRecord::getPattern);
        fields.put("targetContextAttributes", PolicyRecord::getTargetContextAttributes);
        fields.put("capabilities", PolicyRecord::getCapabilities);
        fields.put("requireAll", PolicyRecord::getRequireAll);
        return fields;
    }

    @Override
    public String noun() {
        return "policy";
    }

    @Override
    public boolean has(String type) {
        return PolicyTypes.of(type) != null;
    }

    @Override
    public String condition() {
        return PolicyTypes.condition();
    }

    @Override
    public void check(Item<PolicyRecord> item, ReadContext context) {
        PolicyRecord record = item.record();
        PolicyType type = PolicyTypes.of(record.getType());
        if (type == null || !isKnown(record.getType(), context)) {
            item.reject(
                    RejectCode.INVALID,
                    "/type",
                    "js".equals(record.getType())
                            ? "Keycloak no longer stores scripts of policies. Install the script in the server, and use"
                                    + " its type `script-…`."
                            : "The server has no such type of policies, or an import cannot carry its policies");
            return;
        }
        FIELDS.forEach((field, value) -> {
            if (value.apply(record) != null && !type.fields().contains(field)) {
                item.reject(
                        RejectCode.UNSUPPORTED_FIELD, "/" + field, "A policy of this type does not have this field");
            }
        });
        PolicyRules.rejectGiven(item, "/resources", record.getResources());
        PolicyRules.rejectGiven(item, "/scopes", record.getScopes());
        PolicyRules.rejectGiven(item, "/resourceType", record.getResourceType());
        type.check(item);
    }

    private static boolean isKnown(String type, ReadContext context) {
        return context.session().getProvider(AuthorizationProvider.class).getProviderFactory(type) != null;
    }

    @Override
    public void need(PolicyRecord record, Identities identities) {
        PolicyTypes.of(record.getType()).need(record, identities);
    }

    @Override
    public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
        PolicyTypes.of(item.record().getType()).configure(item, config, identities);
    }

    @Override
    public void collect(String type, Map<String, String> config, IdentityNames names) {
        PolicyTypes.of(type).collect(config, names);
    }

    @Override
    public PolicyRecord record(String type, Map<String, String> config, IdentityNames names) {
        PolicyRecord record = new PolicyRecord();
        PolicyTypes.of(type).read(config, names, record);
        return record;
    }

    @Override
    public void normalize(PolicyRecord record, PolicyRecord stored, IdentityNames names) {
        List<String> users = lower(record.getUsers());
        List<String> roles = ids(record.getRoles(), RoleDefinition::getId);
        List<String> scopes = ids(record.getClientScopes(), ClientScopeDefinition::getId);
        List<String> groups = ids(record.getGroups(), GroupDefinition::getId);
        names.needUsers(others(users, stored.getUsers()));
        names.needClients(others(record.getClients(), stored.getClients()));
        names.needRoles(others(roles, ids(stored.getRoles(), RoleDefinition::getId)));
        names.needClientScopes(others(scopes, ids(stored.getClientScopes(), ClientScopeDefinition::getId)));
        names.needGroups(others(groups, ids(stored.getGroups(), GroupDefinition::getId)));
        names.load();
        record.setUsers(named(users, names::user));
        record.setClients(named(record.getClients(), names::client));
        each(record.getRoles(), role -> role.setId(or(names.role(role.getId()), role.getId())));
        each(record.getClientScopes(), scope -> scope.setId(or(names.clientScope(scope.getId()), scope.getId())));
        each(record.getGroups(), group -> {
            GroupDefinition known = group.getId() == null ? null : names.group(group.getId());
            if (known != null) {
                group.setId(known.getId());
                group.setPath(known.getPath());
            } else if (group.getId() == null && group.getPath() != null) {
                group.setPath(path(group.getPath()));
            }
        });
    }

    private static List<String> lower(List<String> users) {
        return users == null
                ? null
                : users.stream()
                        .filter(Objects::nonNull)
                        .map(user -> user.toLowerCase(Locale.ROOT))
                        .toList();
    }

    private static <T> List<String> ids(List<T> elements, Function<T, String> id) {
        return elements == null
                ? List.of()
                : elements.stream()
                        .filter(Objects::nonNull)
                        .map(id)
                        .filter(Objects::nonNull)
                        .toList();
    }

    private static List<String> others(List<String> given, List<String> stored) {
        return given == null
                ? List.of()
                : given.stream()
                        .filter(name -> name != null && (stored == null || !stored.contains(name)))
                        .toList();
    }

    private static List<String> named(List<String> given, UnaryOperator<String> name) {
        return given == null
                ? null
                : given.stream()
                        .map(one -> one == null ? null : or(name.apply(one), one))
                        .toList();
    }

    private static <T> void each(List<T> elements, Consumer<T> change) {
        if (elements != null) {
            elements.stream().filter(Objects::nonNull).forEach(change);
        }
    }

    private static String or(String name, String given) {
        return name == null ? given : name;
    }

    private static String path(String given) {
        String path = given.startsWith("/") ? given : "/" + given;
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public Set<String> links(String type) {
        return PolicyTypes.AGGREGATE.equals(type) ? Set.of("policies") : Set.of();
    }
}

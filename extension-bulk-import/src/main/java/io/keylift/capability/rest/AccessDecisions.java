// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.capability.Capability;
import io.keylift.capability.catalog.Catalog;
import io.keylift.capability.evaluation.Effective;
import io.keylift.capability.evaluation.Evaluation;
import io.keylift.capability.rest.AccessRepresentation.Entity;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;

/**
 * Decides AuthZEN requests. A subject has the type {@code user} (id or username), {@code client} (client id; decides
 * for its service account) or {@code role} (id or name). A resource of type {@code capability} is a capability or set
 * by name or id; the action is then ignored. For any other type, the decision is whether the subject has a capability
 * for this {@code resource} and {@code action}.
 */
final class AccessDecisions {

    private static final String CAPABILITY = "capability";

    private final Call call;
    private final Evaluation evaluation;
    private final Catalog catalog;
    private final Map<Entity, Known> subjects = new HashMap<>();

    /**
     * A subject that was looked up.
     *
     * @param effective its capabilities, or {@code null} if every decision is a denial
     * @param reason reason for the denial, or {@code null}
     */
    private record Known(Effective effective, String reason) {

        static final Known UNKNOWN = new Known(null, "unknown_subject");
        static final Known DISABLED = new Known(null, "disabled_subject");

        static Known of(Effective effective) {
            return new Known(effective, null);
        }
    }

    AccessDecisions(Call call) {
        this.call = call;
        evaluation = Evaluation.of(call.session());
        catalog = evaluation.catalog(call.realm());
    }

    Map<String, Object> answer(AccessRepresentation request) {
        if (request.evaluations() == null || request.evaluations().isEmpty()) {
            return decide(request, "");
        }
        Boolean last = lastDecision(request.options());
        List<Map<String, Object>> answers = new ArrayList<>();
        for (int i = 0; i < request.evaluations().size(); i++) {
            AccessRepresentation single = request.evaluations().get(i);
            String pointer = Pointers.to("/evaluations", i);
            if (single == null) {
                throw missing(pointer, "The value must be an object");
            }
            Map<String, Object> answer = decide(single.within(request), pointer);
            answers.add(answer);
            if (answer.get("decision").equals(last)) {
                break;
            }
        }
        return Map.of("evaluations", answers);
    }

    /** The decision that ends the evaluation, or {@code null} to evaluate all. */
    private static Boolean lastDecision(AccessRepresentation.Options options) {
        String semantic = options == null ? null : options.evaluations_semantic();
        if (semantic == null) {
            return null;
        }
        return switch (semantic) {
            case "execute_all" -> null;
            case "deny_on_first_deny" -> false;
            case "permit_on_first_permit" -> true;
            default ->
                throw new ApiError(
                                ErrorCode.INVALID,
                                "/options/evaluations_semantic",
                                "The value must be `execute_all`, `deny_on_first_deny` or `permit_on_first_permit`")
                        .badRequest();
        };
    }

    private Map<String, Object> decide(AccessRepresentation request, String pointer) {
        require(request.subject(), pointer + "/subject", true);
        require(request.resource(), pointer + "/resource", CAPABILITY.equals(type(request.resource())));
        if (request.action() == null || request.action().name() == null) {
            throw missing(pointer + "/action/name", "The name of the action is missing");
        }
        Known subject = subjects.get(request.subject());
        if (subject == null) {
            subject = find(request.subject(), pointer + "/subject");
            subjects.put(request.subject(), subject);
        }
        if (subject.effective() == null) {
            return answer(false, subject.reason());
        }
        List<Capability> wanted = wanted(request);
        if (wanted.isEmpty()) {
            return answer(false, call.permissions().roles().canList(call.realm()) ? "unknown_capability" : null);
        }
        return answer(subject.effective().hasAny(wanted), null);
    }

    private static String type(Entity entity) {
        return entity == null ? null : entity.type();
    }

    private static void require(Entity entity, String pointer, boolean withId) {
        if (entity == null || entity.type() == null) {
            throw missing(pointer + "/type", "The type is missing");
        }
        if (withId && entity.id() == null) {
            throw missing(pointer + "/id", "The id is missing");
        }
    }

    private static RuntimeException missing(String pointer, String message) {
        return new ApiError(ErrorCode.MISSING, pointer, message).badRequest();
    }

    private List<Capability> wanted(AccessRepresentation request) {
        if (CAPABILITY.equals(request.resource().type())) {
            Capability named = catalog.find(request.resource().id());
            return named == null ? List.of() : List.of(named);
        }
        return catalog.of(request.resource().type(), request.action().name());
    }

    private static Map<String, Object> answer(boolean decision, String reason) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("decision", decision);
        if (reason != null) {
            answer.put("context", Map.of("reason", reason));
        }
        return answer;
    }

    /** A subject that the caller may not view is unknown; who may search for nothing of its type learns neither. */
    private Known find(Entity subject, String pointer) {
        return switch (subject.type()) {
            case "user" -> user(subject.id());
            case "client" -> client(subject.id());
            case "role" -> role(subject);
            default ->
                throw new ApiError(ErrorCode.INVALID, pointer + "/type", "The value must be `user`, `client` or `role`")
                        .badRequest();
        };
    }

    private Known user(String idOrUsername) {
        UserModel user = call.session().users().getUserById(call.realm(), idOrUsername);
        if (user == null) {
            user = call.session().users().getUserByUsername(call.realm(), idOrUsername);
        }
        return user(user);
    }

    private Known user(UserModel user) {
        if (user == null || !call.permissions().users().canView(user)) {
            call.permissions().users().requireQuery();
            return Known.UNKNOWN;
        }
        return enabled(user);
    }

    private Known enabled(UserModel user) {
        return user.isEnabled() ? Known.of(evaluation.ofUser(call.realm(), user)) : Known.DISABLED;
    }

    private Known client(String clientId) {
        ClientModel client = call.realm().getClientByClientId(clientId);
        if (client == null || !call.permissions().clients().canView(client)) {
            call.permissions().clients().requireList();
            return Known.UNKNOWN;
        }
        if (!client.isEnabled()) {
            return Known.DISABLED;
        }
        UserModel account = call.session().users().getServiceAccount(client);
        return account == null ? Known.UNKNOWN : enabled(account);
    }

    /** Finds a role by id or name. The property {@code client} is the client id for the name of a client role. */
    private Known role(Entity subject) {
        RoleModel role = call.session().roles().getRoleById(call.realm(), subject.id());
        if (role == null) {
            role = namedRole(subject);
        }
        if (role == null || !call.permissions().roles().canView(role)) {
            call.permissions().roles().requireList(call.realm());
            return Known.UNKNOWN;
        }
        return Known.of(evaluation.ofRole(call.realm(), role));
    }

    private RoleModel namedRole(Entity subject) {
        JsonNode clientId =
                subject.properties() == null ? null : subject.properties().get("client");
        if (clientId == null || clientId.isNull()) {
            return call.realm().getRole(subject.id());
        }
        ClientModel client = call.realm().getClientByClientId(clientId.asText());
        return client == null ? null : client.getRole(subject.id());
    }
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.AdminApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Adds flows to a realm, and changes requirements and configurations. A flow that has other steps than that of the
 * source stays as it is: people sign in by it.
 */
final class FlowUpdate {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String ALIAS = "alias";
    private static final String STEPS = "authenticationExecutions";
    private static final String SUBFLOW = "flowAlias";
    private static final String CONFIG = "authenticatorConfig";
    private static final String REQUIREMENT = "requirement";

    private final AdminApi admin;
    private final String path;
    private final JsonNode flows;
    private final JsonNode configs;
    private final JsonNode targetFlows;
    private final JsonNode targetConfigs;
    private final List<Gap> gaps = new ArrayList<>();

    /** @param path of the realm */
    FlowUpdate(AdminApi admin, String path, RealmSettings source, RealmSettings target) {
        this.admin = admin;
        this.path = path + "/authentication";
        this.flows = source.document().path(ComparableSettings.FLOWS);
        this.configs = source.document().path(CONFIG);
        this.targetFlows = target.document().path(ComparableSettings.FLOWS);
        this.targetConfigs = target.document().path(CONFIG);
    }

    List<Gap> apply(List<Difference> ofFlows, List<Difference> ofConfigs) throws IOException, InterruptedException {
        Set<String> changed = SettingsUpdate.names(ofFlows);
        for (String alias : changed) {
            JsonNode wanted = flow(flows, alias);
            if (wanted == null) {
                gap(alias, "only the target has it, and it stays");
            } else if (flow(targetFlows, alias) == null) {
                if (wanted.path("topLevel").asBoolean()) {
                    add(wanted, null);
                }
            } else {
                change(alias, wanted, flow(targetFlows, alias));
            }
        }
        for (String alias : SettingsUpdate.names(ofConfigs)) {
            JsonNode wanted = SettingsUpdate.named(configs, ALIAS, alias);
            JsonNode there = SettingsUpdate.named(targetConfigs, ALIAS, alias);
            if (wanted != null && there != null) {
                admin.put(path + "/config/" + AdminApi.segment(there.path("id").asText()), wanted);
            }
        }
        return gaps;
    }

    private static JsonNode flow(JsonNode flows, String alias) {
        return SettingsUpdate.named(flows, ALIAS, alias);
    }

    private void gap(String alias, String reason) {
        gaps.add(new Gap(ComparableSettings.FLOWS + "/" + alias, reason, "Change it under Authentication → Flows"));
    }

    /** @param parent alias of the flow that it is part of; {@code null} for a flow of its own */
    private void add(JsonNode flow, String parent) throws IOException, InterruptedException {
        String alias = flow.path(ALIAS).asText();
        ObjectNode made = JSON.createObjectNode().put(ALIAS, alias);
        made.set("description", flow.path("description"));
        if (parent == null) {
            made.set("providerId", flow.path("providerId"));
            made.put("topLevel", true).put("builtIn", false);
            admin.post(path + "/flows", made);
        } else {
            made.set("type", flow.path("providerId"));
            admin.post(steps(parent) + "/flow", made);
        }
        for (JsonNode step : flow.path(STEPS)) {
            if (step.hasNonNull(SUBFLOW)) {
                JsonNode subflow = flow(flows, step.get(SUBFLOW).asText());
                if (flow(targetFlows, step.get(SUBFLOW).asText()) != null || subflow == null) {
                    gap(alias, "its subflow " + step.get(SUBFLOW).asText() + " is part of another flow of the target");
                    continue;
                }
                add(subflow, alias);
            } else {
                ObjectNode provider = JSON.createObjectNode();
                provider.set("provider", step.path("authenticator"));
                admin.post(steps(alias) + "/execution", provider);
            }
            configure(alias, step);
        }
    }

    /** The step that was added last is the last one of its flow. */
    private void configure(String alias, JsonNode step) throws IOException, InterruptedException {
        JsonNode last = null;
        for (JsonNode execution : admin.get(steps(alias))) {
            if (execution.path("level").asInt() == 0) {
                last = execution;
            }
        }
        if (last instanceof ObjectNode execution) {
            execution.set(REQUIREMENT, step.path(REQUIREMENT));
            admin.put(steps(alias), execution);
            JsonNode config =
                    SettingsUpdate.named(configs, ALIAS, step.path(CONFIG).asText());
            if (config != null) {
                ObjectNode made = config.deepCopy();
                made.remove("id");
                admin.post(
                        path + "/executions/"
                                + AdminApi.segment(execution.path("id").asText()) + "/config",
                        made);
            }
        }
    }

    private String steps(String alias) {
        return path + "/flows/" + AdminApi.segment(alias) + "/executions";
    }

    /** Requirements can be changed, also of flows that Keycloak creates with each realm. */
    private void change(String alias, JsonNode wanted, JsonNode there) throws IOException, InterruptedException {
        JsonNode steps = wanted.path(STEPS);
        if (!names(steps).equals(names(there.path(STEPS)))) {
            gap(alias, "it has other steps than that of the source");
            return;
        }
        JsonNode executions = admin.get(steps(alias));
        int at = 0;
        for (JsonNode execution : executions) {
            if (execution.path("level").asInt() == 0 && at < steps.size()) {
                JsonNode requirement = steps.get(at).path(REQUIREMENT);
                if (!requirement.equals(execution.path(REQUIREMENT))) {
                    admin.put(steps(alias), ((ObjectNode) execution).set(REQUIREMENT, requirement));
                }
                at++;
            }
        }
    }

    /** The steps of a flow, in their order. */
    private static List<String> names(JsonNode steps) {
        List<String> names = new ArrayList<>();
        steps.forEach(step -> names.add(step.path("authenticator").asText() + " "
                + step.path(SUBFLOW).asText() + " " + step.path(CONFIG).asText()));
        return names;
    }
}

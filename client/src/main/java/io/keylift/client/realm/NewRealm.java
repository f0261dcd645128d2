// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes the representation of a new realm from the settings of another one, and tells what it has to leave out. */
final class NewRealm {

    private static final String KEYS = "org.keycloak.keys.KeyProvider";
    private static final String STORAGES = "org.keycloak.storage.UserStorageProvider";
    private static final String CONFIG = "config";

    /** The key of realms of old documents. */
    private static final Set<String> LEGACY_KEY = Set.of("privateKey", "publicKey", "certificate", "codeSecret");

    /** Settings of a generated key that Keycloak makes anew. */
    private static final Set<String> GENERATED = Set.of("privateKey", "certificate", "secret", "kid");

    private final RealmSettings settings;
    private final boolean withKeys;
    private final List<Gap> gaps = new ArrayList<>();
    private final Map<String, String> components = new TreeMap<>();
    private final List<String> incomplete = new ArrayList<>();
    private final ObjectNode representation;

    /** @param withKeys whether the new realm gets the private keys, if the settings have them */
    NewRealm(RealmSettings settings, boolean withKeys) {
        this.settings = settings;
        this.withKeys = withKeys;
        this.representation = settings.document().deepCopy();
        make();
    }

    private void make() {
        if (!withKeys) {
            representation.remove(LEGACY_KEY);
        }
        withoutId("authenticationFlows");
        withoutId("authenticatorConfig");
        mail();
        components(representation.path(RealmSettings.COMPONENTS), "");
        keys();
        String frontend = representation.at("/attributes/frontendUrl").asText("");
        if (!frontend.isEmpty()) {
            gaps.add(new Gap(
                    "attributes/frontendUrl",
                    "the copy has the address of its source",
                    "Change it under Realm settings, if the copy has another one"));
        }
    }

    /** @param id of the new realm */
    ObjectNode representation(String name, String id) {
        return representation.deepCopy().put("realm", name).put("id", id);
    }

    /** The representation without the components that lack a secret, as some providers refuse to be without. */
    ObjectNode withoutIncomplete(String name, String id) {
        ObjectNode reduced = representation(name, id);
        leaveOut(reduced.path(RealmSettings.COMPONENTS));
        return reduced;
    }

    boolean hasIncomplete() {
        return !incomplete.isEmpty();
    }

    List<Gap> gaps() {
        return List.copyOf(gaps);
    }

    /** Ids of the components in the new realm by their old ones. */
    Map<String, String> componentIds() {
        return Map.copyOf(components);
    }

    private void leaveOut(JsonNode types) {
        for (JsonNode type : types) {
            for (int i = type.size() - 1; i >= 0; i--) {
                if (incomplete.contains(type.get(i).path("id").asText())) {
                    ((ArrayNode) type).remove(i);
                } else {
                    leaveOut(type.get(i).path("subComponents"));
                }
            }
        }
    }

    private void withoutId(String field) {
        representation.path(field).forEach(element -> ((ObjectNode) element).remove("id"));
    }

    private void mail() {
        if (representation.get("smtpServer") instanceof ObjectNode mail) {
            for (String name : Masked.removeFrom(mail)) {
                gaps.add(new Gap("smtpServer/" + name, Masked.REASON, "Set it under Realm settings → Email"));
            }
        }
    }

    private void components(JsonNode types, String parent) {
        types.properties().forEach(type -> {
            for (JsonNode component : type.getValue()) {
                component((ObjectNode) component, type.getKey(), parent);
            }
        });
    }

    private void component(ObjectNode component, String type, String parent) {
        String id = NewId.like(component.path("id").asText());
        if (component.hasNonNull("id")) {
            components.put(component.get("id").asText(), id);
        }
        component.put("id", id);
        String place = parent + type + "/" + component.path("name").asText();
        if (!type.equals(KEYS) && component.get(CONFIG) instanceof ObjectNode config) {
            List<String> masked = Masked.removeFrom(config);
            for (String name : masked) {
                gaps.add(new Gap(place + "/" + name, Masked.REASON, way(type)));
            }
            if (!masked.isEmpty()) {
                incomplete.add(id);
                if (type.equals(STORAGES)) {
                    // Every sign-in would ask it, and fail.
                    config.putArray("enabled").add("false");
                }
            }
        }
        components(component.path("subComponents"), place + "/");
    }

    private static String way(String type) {
        return type.equals(STORAGES)
                ? "The copy of the storage is disabled: set it under User federation, and enable the storage"
                : "Set it by a `PUT` of the Admin API to `components/{id}`";
    }

    private void keys() {
        JsonNode providers = representation.path(RealmSettings.COMPONENTS).path(KEYS);
        boolean generated = false;
        for (int i = providers.size() - 1; i >= 0; i--) {
            ObjectNode provider = (ObjectNode) providers.get(i);
            ObjectNode config = provider.withObjectProperty(CONFIG);
            boolean masked = !Masked.removeFrom(config).isEmpty();
            if (provider.path("providerId").asText().endsWith("-generated")) {
                boolean kept = withKeys && (config.has("privateKey") || config.has("secret"));
                if (!kept) {
                    config.remove(GENERATED);
                    generated = true;
                }
            } else if (masked || !withKeys) {
                ((ArrayNode) providers).remove(i);
                gaps.add(new Gap(
                        KEYS + "/" + provider.path("name").asText(),
                        masked ? "its source gives no private key" : "its private key comes only with --with-keys",
                        "Add the key under Realm settings → Keys"));
            }
        }
        if (generated || providers.isEmpty()) {
            gaps.add(new Gap(
                    KEYS,
                    "the copy generates keys of its own, so it does not accept tokens of its source",
                    withKeys
                            ? "Only a document of `kc.sh export` has the private keys: import it with --create-realm"
                            : "To keep the keys, import a document of `kc.sh export` with --with-keys"));
        }
    }
}

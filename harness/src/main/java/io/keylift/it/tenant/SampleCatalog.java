// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * An invented catalogue of capabilities and sets with the shapes of a real one: which actions and types there are, how
 * long names are, how many members sets have (mean 25, median 11, at most 244) and how unevenly capabilities are spread
 * over sets. A seed always gives the same.
 */
public final class SampleCatalog {

    private static final int MAX_MEMBERS = 244;
    private static final double MEDIAN_MEMBERS = 11;

    /** Of the logarithm of the number of members: it makes the mean 25. */
    private static final double SPREAD = 1.28;

    /** The greater, the more a few capabilities are in nearly all sets. */
    private static final double SKEW = 2.2;

    private static final int SHORT_NAME = 28;

    private static final List<Share> ACTIONS = List.of(
            new Share("view", 43),
            new Share("create", 14),
            new Share("edit", 13),
            new Share("execute", 12),
            new Share("delete", 11),
            new Share("manage", 7));

    private static final List<Share> TYPES =
            List.of(new Share("data", 77), new Share("procedural", 12), new Share("settings", 11));

    private static final List<String> AREAS = List.of(
            "billing catalog contracts crm dispatch fleet hiring inventory ledger loans maintenance orders".split(" "));

    private static final List<String> THINGS =
            List.of(("account address batch carrier clearance comment commission contact coupon delivery dispute"
                            + " document forecast holiday invoice item label location note offer package payment permit"
                            + " pickup price quota rate receipt refund region report request return route schedule"
                            + " shift shipment signature slot statement supplier tariff template token transfer unit"
                            + " vehicle voucher warranty zone")
                    .split(" "));

    private static final List<String> PARTS =
            List.of("approval archive assignment attachment configuration history limit owner preference status summary"
                    .split(" "));

    private record Share(String name, int percent) {}

    private final Random random;
    private final ArrayNode capabilities = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode sets = JsonNodeFactory.instance.arrayNode();

    /** A catalogue of the size of a real one: 1,572 capabilities in 375 sets. */
    public static SampleCatalog realistic(long seed) {
        return new SampleCatalog(seed, 1572, 375);
    }

    public SampleCatalog(long seed, int capabilities, int sets) {
        random = new Random(seed);
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < capabilities) {
            String resource = resource();
            String action = pick(ACTIONS);
            if (names.add(resource + "." + action)) {
                this.capabilities.add(capability(resource, action));
            }
        }
        List<String> all = new ArrayList<>(names);
        for (int i = 0; i < sets; i++) {
            String resource = resource();
            String action = pick(ACTIONS);
            String name = resource + "." + action + "-all";
            if (names.add(name)) {
                this.sets.add(set(name, resource, action, all));
            } else {
                i--;
            }
        }
    }

    private String resource() {
        StringBuilder name = new StringBuilder(any(AREAS)).append('.').append(any(THINGS));
        while (name.length() < SHORT_NAME && random.nextInt(4) > 0) {
            name.append('-').append(any(random.nextBoolean() ? PARTS : THINGS));
        }
        return name.toString();
    }

    private ObjectNode capability(String resource, String action) {
        ObjectNode capability = named(resource + "." + action, resource, action);
        ArrayNode endpoints = capability.putArray("endpoints");
        for (int i = random.nextInt(2); i > 0; i--) {
            endpoints
                    .addObject()
                    .put("method", action.equals("view") ? "GET" : "POST")
                    .put("path", "/" + resource.replace('.', '/'));
        }
        return capability;
    }

    private ObjectNode set(String name, String resource, String action, List<String> all) {
        ObjectNode set = named(name, resource, action);
        int size = (int) Math.round(MEDIAN_MEMBERS * Math.exp(SPREAD * random.nextGaussian()));
        size = Math.max(1, Math.min(Math.min(MAX_MEMBERS, all.size() / 2), size));
        Set<String> members = new LinkedHashSet<>();
        while (members.size() < size) {
            members.add(all.get((int) (all.size() * Math.pow(random.nextDouble(), SKEW))));
        }
        members.forEach(set.putArray("members")::add);
        return set;
    }

    private ObjectNode named(String name, String resource, String action) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", name)
                .put("resource", resource)
                .put("action", action)
                .put("type", pick(TYPES));
    }

    private String pick(List<Share> shares) {
        int roll = random.nextInt(100);
        for (Share share : shares) {
            roll -= share.percent();
            if (roll < 0) {
                return share.name();
            }
        }
        throw new IllegalStateException("The shares are less than a whole");
    }

    private String any(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    public ArrayNode capabilities() {
        return capabilities;
    }

    public ArrayNode sets() {
        return sets;
    }

    public List<String> setNames() {
        List<String> names = new ArrayList<>();
        sets.forEach(set -> names.add(set.get("name").asText()));
        return names;
    }

    /** All of it as one source says it. */
    public ObjectNode manifest(String version) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode().put("version", version);
        manifest.set("capabilities", capabilities);
        manifest.set("sets", sets);
        return manifest;
    }
}

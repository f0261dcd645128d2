// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.CapabilityNames;
import io.keylift.capability.entity.KeyliftCapabilitySourceEntity;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Applies a manifest in one transaction: afterwards the realm has exactly the manifest's entries of its source. */
public final class ManifestEditor {

    private final EntityManager em;
    private final String realmId;
    private final CatalogEditor catalog;
    private final List<String> added = new ArrayList<>();
    private final List<String> updated = new ArrayList<>();
    private final Map<String, String> replaced = new TreeMap<>();
    private int unchanged;

    public ManifestEditor(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
        catalog = new CatalogEditor(em, realmId);
    }

    /**
     * Applies the manifest.
     *
     * @throws CatalogFault if it is invalid; the transaction must then be rolled back
     */
    public ManifestResult apply(Manifest manifest) {
        Map<String, Manifest.Entry> entries = new LinkedHashMap<>();
        for (Manifest.Entry entry : manifest.entries()) {
            if (entries.putIfAbsent(entry.name(), entry) != null) {
                throw new CatalogFault(
                        "duplicate_in_input", entry.pointer() + "/name", "Another entry of the manifest has this name");
            }
        }
        catalog.lock();
        Set<String> owned = owned(manifest.source());
        Set<String> names = new HashSet<>(owned);
        entries.values().forEach(entry -> {
            names.add(entry.name());
            names.addAll(entry.replaces());
        });
        catalog.open(names);
        Set<String> removed = new TreeSet<>(owned);
        removed.removeAll(entries.keySet());
        succeed(entries, removed);
        removed.forEach(catalog::remove);
        entries.values().forEach(entry -> put(manifest, entry));
        requireNoCycle(entries);
        MovedAssignments gone = catalog.write();
        noteSource(manifest);
        return new ManifestResult(
                manifest.source(),
                manifest.version(),
                added,
                updated,
                List.copyOf(removed),
                unchanged,
                replaced,
                gone.moved(),
                gone.removed(),
                gone.roles(),
                gone.users(),
                unresolved(entries));
    }

    /** Removes a source with all its entries; empty if there is no such source. */
    public Optional<ManifestResult> remove(String source) {
        catalog.lock();
        KeyliftCapabilitySourceEntity known =
                em.find(KeyliftCapabilitySourceEntity.class, new KeyliftCapabilitySourceEntity.Key(realmId, source));
        if (known == null && owned(source).isEmpty()) {
            return Optional.empty();
        }
        ManifestResult result = apply(new Manifest(source, null, List.of()));
        em.remove(em.find(KeyliftCapabilitySourceEntity.class, new KeyliftCapabilitySourceEntity.Key(realmId, source)));
        em.flush();
        return Optional.of(result);
    }

    /** Names of all entries of a source. */
    private Set<String> owned(String source) {
        return new HashSet<>(em.createQuery(
                        "select c.name from KeyliftCapabilityEntity c"
                                + " where c.realmId = :realm and c.source = :source",
                        String.class)
                .setParameter("realm", realmId)
                .setParameter("source", source)
                .getResultList());
    }

    private void succeed(Map<String, Manifest.Entry> entries, Set<String> removed) {
        for (Manifest.Entry entry : entries.values()) {
            for (int i = 0; i < entry.replaces().size(); i++) {
                String old = entry.replaces().get(i);
                String pointer = entry.pointer() + "/replaces/" + i;
                if (entries.containsKey(old)) {
                    throw new CatalogFault(
                            "invalid",
                            pointer,
                            "An entry of the manifest still has the replaced name. Remove that entry, or do not"
                                    + " replace it.");
                }
                CatalogEntry before = catalog.find(old);
                if (before == null) {
                    continue; // replaced by an earlier version of the manifest
                }
                if (!removed.contains(old)) {
                    throw new CatalogFault(
                            "conflict", pointer, "The replaced capability or set belongs to another source");
                }
                if (replaced.putIfAbsent(old, entry.name()) != null) {
                    throw new CatalogFault("conflict", pointer, "Another entry of the manifest replaces the same name");
                }
                catalog.succeed(old, entry.name());
            }
        }
    }

    private void put(Manifest manifest, Manifest.Entry wanted) {
        CatalogEntry before = catalog.find(wanted.name());
        CatalogEntry entry = wanted.entry();
        if (before != null && !Objects.equals(before.source(), manifest.source())) {
            throw new CatalogFault(
                    "conflict",
                    wanted.pointer() + "/name",
                    "The realm has " + (before.isSet() ? "a set" : "a capability")
                            + " with this name that does not belong to this source");
        }
        if (before != null && before.isSet() != entry.isSet()) {
            throw new CatalogFault(
                    "conflict",
                    wanted.pointer() + "/name",
                    before.isSet()
                            ? "The set with this name cannot become a capability"
                            : "The capability with this name cannot become a set");
        }
        CatalogEntry now = new CatalogEntry(
                before == null ? Ids.next() : before.id(),
                entry.name(),
                entry.isSet(),
                entry.resource(),
                entry.action(),
                entry.type(),
                manifest.source(),
                entry.description(),
                entry.endpoints(),
                entry.members());
        if (before == null) {
            added.add(entry.name());
        } else if (before.equals(now)) {
            unchanged++;
        } else {
            updated.add(entry.name());
        }
        catalog.put(now);
    }

    private void requireNoCycle(Map<String, Manifest.Entry> entries) {
        for (Manifest.Entry entry : entries.values()) {
            if (entry.entry().isSet()) {
                List<String> cycle = catalog.cycle(entry.name(), entry.entry().members());
                if (!cycle.isEmpty()) {
                    throw new CatalogFault(
                            "cycle",
                            entry.pointer() + "/members",
                            "The set contains itself: " + String.join(" > ", cycle));
                }
            }
        }
    }

    private void noteSource(Manifest manifest) {
        KeyliftCapabilitySourceEntity known = em.find(
                KeyliftCapabilitySourceEntity.class, new KeyliftCapabilitySourceEntity.Key(realmId, manifest.source()));
        if (known == null) {
            em.persist(new KeyliftCapabilitySourceEntity(
                    realmId, manifest.source(), manifest.version(), System.currentTimeMillis(), clientId(manifest)));
        } else {
            known.version(manifest.version());
            known.appliedAt(System.currentTimeMillis());
        }
    }

    /** Only for a new source: later, any client could be renamed to have its name. */
    private String clientId(Manifest manifest) {
        List<String> ids = em.createQuery(
                        "select c.id from ClientEntity c where c.realmId = :realm and c.clientId = :source",
                        String.class)
                .setParameter("realm", realmId)
                .setParameter("source", manifest.source())
                .getResultList();
        return ids.isEmpty() ? null : ids.get(0);
    }

    private List<String> unresolved(Map<String, Manifest.Entry> entries) {
        Set<String> members = new TreeSet<>();
        entries.values().forEach(entry -> members.addAll(entry.entry().members()));
        members.removeAll(entries.keySet());
        Map<String, String> found = new HashMap<>();
        new Queries(em)
                .select(CapabilityNames.KEY, realmId, members)
                .forEach(row -> found.put((String) row[1], (String) row[0]));
        members.removeAll(found.keySet());
        return List.copyOf(members);
    }
}

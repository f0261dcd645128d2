// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.Length;

/** A capability, or a set of capabilities. Both share one namespace in a realm. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY")
public class KeyliftCapabilityEntity {
    @Id
    @Column(name = "ID", length = 36)
    private String id;

    @Column(name = "REALM_ID", length = 36, nullable = false)
    private String realmId;

    @Column(name = "NAME", nullable = false)
    private String name;

    @Column(name = "IS_SET", nullable = false)
    private boolean isSet;

    @Column(name = "RESOURCE_NAME")
    private String resource;

    @Column(name = "ACTION")
    private String action;

    @Column(name = "TYPE")
    private String type;

    @Column(name = "SOURCE")
    private String source;

    @Column(name = "DESCRIPTION", length = 2000)
    private String description;

    @Column(name = "ENDPOINTS", length = Length.LONG32)
    private String endpoints;

    protected KeyliftCapabilityEntity() {}

    public KeyliftCapabilityEntity(
            String id,
            String realmId,
            String name,
            boolean isSet,
            String resource,
            String action,
            String type,
            String source,
            String description,
            String endpoints) {
        this.id = id;
        this.realmId = realmId;
        this.name = name;
        this.isSet = isSet;
        this.resource = resource;
        this.action = action;
        this.type = type;
        this.source = source;
        this.description = description;
        this.endpoints = endpoints;
    }

    public String id() {
        return id;
    }

    public String realmId() {
        return realmId;
    }

    public String name() {
        return name;
    }

    /** Whether it is a set of capabilities. */
    public boolean isSet() {
        return isSet;
    }

    public String resource() {
        return resource;
    }

    public void resource(String resource) {
        this.resource = resource;
    }

    public String action() {
        return action;
    }

    public void action(String action) {
        this.action = action;
    }

    public String type() {
        return type;
    }

    public void type(String type) {
        this.type = type;
    }

    /** The source whose manifest contains it, or {@code null}. */
    public String source() {
        return source;
    }

    public void source(String source) {
        this.source = source;
    }

    public String description() {
        return description;
    }

    public void description(String description) {
        this.description = description;
    }

    /** A JSON array, or {@code null}. */
    public String endpoints() {
        return endpoints;
    }

    public void endpoints(String endpoints) {
        this.endpoints = endpoints;
    }
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.BodyWriter;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/**
 * The structure of a sample tenant: the departments of its organizations, and their members. Like the tenant it can be
 * generated in parts.
 *
 * @param tenant whose organizations and persons these are
 */
public record SampleStructure(SampleTenant tenant) {

    /** Departments of an organization: one, and one below it. */
    public static final int DEPARTMENTS = 2;

    /** Members of an organization, of whom the first {@link #DEPARTMENTS} are in its departments, too. */
    public static final int MEMBERS = 3;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A prime: neighbouring members of an organization are no neighbours among the persons. */
    private static final long STRIDE = 7_919;

    public int departments() {
        return tenant.organizations() * DEPARTMENTS;
    }

    public int members() {
        return tenant.organizations() * MEMBERS;
    }

    /** A department as JSON; each organization's stand together. */
    public String department(int index) {
        ObjectNode department = JSON.createObjectNode()
                .put("organization", tenant.alias(index / DEPARTMENTS))
                .put("path", path(index % DEPARTMENTS))
                .put("description", "Department " + index);
        department.putObject("attributes").putArray("costCentre").add("C" + index);
        return text(department);
    }

    /** A department as JSON that stands right below its organization, as many in each as are asked for. */
    public String topDepartment(int index) {
        ObjectNode department = JSON.createObjectNode()
                .put("organization", tenant.alias(index % tenant.organizations()))
                .put("path", "/Department " + index / tenant.organizations())
                .put("description", "Department " + index);
        department.putObject("attributes").putArray("costCentre").add("C" + index);
        return text(department);
    }

    /** The membership of a person in an organization as JSON; each organization's stand together. */
    public String member(int index) {
        return text(JSON.createObjectNode()
                .put("organization", tenant.alias(index / MEMBERS))
                .put("username", tenant.username(person(index))));
    }

    /** The membership of a person in a department as JSON, one for each department. */
    public String departmentMember(int index) {
        int organization = index / DEPARTMENTS;
        return text(JSON.createObjectNode()
                .put("organization", tenant.alias(organization))
                .put("department", path(index % DEPARTMENTS))
                .put("username", tenant.username(person(organization * MEMBERS + index % DEPARTMENTS))));
    }

    /** Writes so many records as NDJSON. */
    public static BodyWriter lines(int count, IntFunction<String> record) {
        return out -> {
            Writer lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
            for (int i = 0; i < count; i++) {
                lines.write(record.apply(i));
                lines.write('\n');
            }
            lines.flush();
        };
    }

    private int person(int member) {
        return (int) (member * STRIDE % tenant.persons());
    }

    private static String path(int department) {
        return department == 0 ? "/Operations" : "/Operations/Field service";
    }

    private static String text(ObjectNode record) {
        try {
            return JSON.writeValueAsString(record);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A realm with all examples of all kinds. */
public final class TransferRealm {

    /** New objects of each kind, beside the examples. */
    private static final int FRESH = 4;

    /** In the order of an import. */
    static final List<String> KINDS = List.of(
            "client-scopes",
            "clients",
            "roles",
            "groups",
            "organizations",
            "departments",
            "identity-providers",
            "users",
            "organization-members",
            "department-members",
            "group-members",
            "role-mappings",
            "scope-mappings",
            "scopes",
            "resources",
            "policies",
            "permissions",
            "capabilities",
            "capability-sets",
            "role-capabilities",
            "user-capabilities");

    /** Kinds with more examples than their contracts have. */
    private static final Set<String> FILES = Set.of("organizations", "users");

    /** Beyond the examples, whatever an export could stumble over. */
    private static final List<ObjectNode> USERS = List.of(
            Records.json("{username:'consenting',clientConsents:[{clientId:'shop',"
                    + "grantedClientScopes:['special','email'],createdDate:1700000000000,"
                    + "lastUpdatedDate:1700000001000},{clientId:'account'}]}"),
            Records.json("{username:'of-a-disabled-organization',enabled:true,organizations:[{alias:'disabled'}]}"));

    private TransferRealm() {}

    /** A new realm. */
    public static TwinRealm create(AdminHttp admin, String name) throws IOException {
        TwinRealm realm = TwinRealm.create(admin, name, Map.of()).withOrganizations("home", "away");
        Map<String, KindContract> contracts = Contracts.all().stream()
                .filter(KindContract::isExportable)
                .collect(Collectors.toMap(KindContract::kind, Function.identity()));
        assertThat(contracts.keySet()).isEqualTo(Set.copyOf(KINDS));
        realm.demandNothingOfNewUsers();
        for (String kind : KINDS) {
            KindContract contract = contracts.get(kind);
            contract.prepare(realm);
            List<ObjectNode> examples = FILES.contains(kind) ? Records.read(kind + ".txt") : contract.examples();
            List<ObjectNode> records = new ArrayList<>(Records.of(realm, examples));
            records.addAll(IntStream.range(0, FRESH).mapToObj(contract::record).toList());
            if (kind.equals("users")) {
                records.addAll(USERS);
            }
            ImportAnswer answer = realm.imports().post(kind, Records.lines(records));
            assertThat(answer.count("added")).as(kind).isGreaterThanOrEqualTo(FRESH);
        }
        // The first change of a user adds what the profile has as defaults, where a realm's own import left these out.
        String keys = Records.lines(
                ExportAnswer.get(admin, name, "users?fields=username").whole().records());
        realm.imports().post("users?ifExists=merge", keys);
        return realm;
    }
}

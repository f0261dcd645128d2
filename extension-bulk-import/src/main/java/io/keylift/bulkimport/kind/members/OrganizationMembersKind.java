// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;

/** Users as members of organizations. */
public final class OrganizationMembersKind extends MembersKind<OrganizationMemberRecord> {

    public OrganizationMembersKind() {
        super(MemberGroup.ORGANIZATION);
    }

    @Override
    public KindInfo<OrganizationMemberRecord> info() {
        return info(
                "organization-members", OrganizationMemberRecord.class, "The membership of a user in an organization.");
    }

    @Override
    public RecordShape shape() {
        return shape("""
                        {"organization": "Acme", "username": "jdoe"}""", """
                        {"organization": "wayne", "email": "selina@acme.example", "membershipType": "MANAGED"}""")
                .describes("membershipType", "Default for a new member: UNMANAGED.")
                .rule("membershipType", FieldRule.value("`UNMANAGED`"));
    }

    @Override
    public RecordSource<OrganizationMemberRecord> source() {
        return new MembersSource<>(
                this,
                "OrganizationEntity g on g.groupId = m.groupId",
                "g.realmId = :realm",
                member -> new OrganizationMemberRecord(
                        member.place().organization().alias(), member.username(), null, null, member.type()));
    }
}

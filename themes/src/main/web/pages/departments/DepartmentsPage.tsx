// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useMemo } from "react";
import { useRealm } from "../../console/realm";
import type { ContentProps } from "../content";
import { Departments } from "./departments";
import { OrganizationList } from "./OrganizationList";
import { OrganizationView } from "./OrganizationView";

/** A list of organizations; with the id of one in the address, its departments. */
export default function DepartmentsPage({ rest, access }: ContentProps) {
    const realm = useRealm();
    const departments = useMemo(() => new Departments(realm), [realm]);
    const [id] = rest;
    return id === undefined ? (
        <OrganizationList departments={departments} />
    ) : (
        <OrganizationView key={id} id={id} departments={departments} seesPeople={access.seesPeople} />
    );
}

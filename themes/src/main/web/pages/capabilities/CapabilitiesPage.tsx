// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useMemo } from "react";
import { useRealm } from "../../console/realm";
import type { ContentProps } from "../content";
import { Capabilities } from "./capabilities";
import { RoleList } from "./RoleList";
import { RoleView } from "./RoleView";

/** A list of roles; with the id of a role in the address, the capabilities of that role. */
export default function CapabilitiesPage({ rest, access }: ContentProps) {
    const realm = useRealm();
    const capabilities = useMemo(() => new Capabilities(realm), [realm]);
    const [id] = rest;
    return id === undefined ? (
        <RoleList capabilities={capabilities} />
    ) : (
        <RoleView key={id} id={id} capabilities={capabilities} access={access} />
    );
}

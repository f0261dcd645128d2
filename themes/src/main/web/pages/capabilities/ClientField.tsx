// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useId } from "react";
import { useLanguage } from "../../language/language";
import { SearchField } from "../../parts/SearchField";
import { usePolling } from "../../parts/usePolling";
import type { Capabilities } from "./capabilities";

interface ClientFieldProps {
    readonly capabilities: Capabilities;
    /** Client id, or a part of one while it is typed. */
    readonly value: string;
    readonly onSearch: (clientId: string) => void;
}

/** A field for a client id that proposes those with what has been typed in them. */
export function ClientField({ capabilities, value, onSearch }: ClientFieldProps) {
    const { t } = useLanguage();
    const proposals = useId();
    const ask = useCallback(
        async (signal: AbortSignal) => (value === "" ? [] : capabilities.clients(value, signal)),
        [capabilities, value],
    );
    // What keeps clients from being proposed keeps their roles from being listed: the list says it.
    const { value: clients = [] } = usePolling(ask, undefined);
    return (
        <>
            <SearchField
                label={t("capabilities.client")}
                value={value}
                onSearch={onSearch}
                list={proposals}
                testId="keylift-client"
            />
            <datalist id={proposals}>
                {clients.map((each) => (
                    <option key={each.id} value={each.clientId} />
                ))}
            </datalist>
        </>
    );
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId } from "react";
import { useLanguage } from "../../language/language";
import { SearchField } from "../../parts/SearchField";
import type { Client } from "./capabilities";

interface ClientFieldProps {
    /** Client id, or a part of it while the user types. */
    readonly value: string;
    /** Proposed clients. */
    readonly clients: readonly Client[];
    readonly onSearch: (clientId: string) => void;
}

/** A field for a client id that proposes client ids with the typed text in them. */
export function ClientField({ value, clients, onSearch }: ClientFieldProps) {
    const { t } = useLanguage();
    const proposals = useId();
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

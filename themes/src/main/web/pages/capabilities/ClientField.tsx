// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId } from "react";
import { useLanguage } from "../../language/language";
import { SearchField } from "../../parts/SearchField";
import type { Client } from "./capabilities";

interface ClientFieldProps {
    /** Client id, or a part of one while it is typed. */
    readonly value: string;
    /** What is proposed. */
    readonly clients: readonly Client[];
    readonly onSearch: (clientId: string) => void;
}

/** A field for a client id that proposes those with what has been typed in them. */
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

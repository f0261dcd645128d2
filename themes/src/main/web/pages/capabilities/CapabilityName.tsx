// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import type { Capability } from "./capabilities";

export function CapabilityName({ capability }: { readonly capability: Capability }) {
    const { t } = useLanguage();
    return (
        <span>
            {capability.name}{" "}
            {capability.set && (
                <span className="pf-v5-c-label pf-m-compact pf-m-blue">
                    <span className="pf-v5-c-label__content">{t("capabilities.set")}</span>
                </span>
            )}
        </span>
    );
}

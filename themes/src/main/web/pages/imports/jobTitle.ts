// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import type { Job } from "./imports";

/** Title of a job, with its operation and kind. */
export function useJobTitle(): (job: Pick<Job, "kind" | "op" | "dryRun">) => string {
    const { t } = useLanguage();
    return ({ kind, op, dryRun }) => {
        if (op === "verify") {
            return t("imports.titleVerify", { kind });
        }
        const removal = op === "remove";
        return t(
            dryRun
                ? removal
                    ? "imports.titleRemoveDry"
                    : "imports.titleDry"
                : removal
                  ? "imports.titleRemove"
                  : "imports.title",
            { kind },
        );
    };
}

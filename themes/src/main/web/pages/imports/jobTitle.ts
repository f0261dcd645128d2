// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { REALM, type Job } from "./imports";

/** Name of the kind of a job; the input of a job of the realm has records of several kinds. */
export function useKindName(): (kind: string) => string {
    const { t } = useLanguage();
    return (kind) => (kind === REALM ? t("imports.severalKinds") : kind);
}

/** Title of a job, with its operation and kind. */
export function useJobTitle(): (job: Pick<Job, "kind" | "op" | "dryRun">) => string {
    const { t } = useLanguage();
    const nameOf = useKindName();
    return ({ kind: id, op, dryRun }) => {
        const kind = nameOf(id);
        if (op === "verify") {
            return t("imports.titleVerify", { kind });
        }
        if (op === "undo") {
            return t("imports.titleUndo", { kind });
        }
        if (op === "mirror") {
            return t("imports.titleMirror", { kind });
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

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import type { Side } from "./changes";

interface SidesProps {
    readonly now: Side;
    readonly before: Side;
}

/** Which requests are compared with which. */
export function Sides({ now, before }: SidesProps) {
    const { t, dateTime } = useLanguage();
    const text = ({ version, node, from, to }: Side, several: string | undefined) =>
        [
            version !== undefined && t("changes.version", { version }),
            node === undefined ? several : t("changes.node", { node }),
            t("changes.between", { from: dateTime(Date.parse(from)), to: dateTime(Date.parse(to)) }),
        ]
            .filter(Boolean)
            .join(", ");
    return (
        <dl className="keylift-sides">
            <dt>{t("changes.now")}</dt>
            <dd data-testid="keylift-now">{text(now, undefined)}</dd>
            <dt>{t("changes.before")}</dt>
            <dd data-testid="keylift-before">
                {text(before, now.node === undefined ? undefined : t("changes.otherNodes"))}
            </dd>
        </dl>
    );
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";
import { Button } from "./Button";

export interface PagesProps {
    /** Number of rows on the pages before. */
    readonly first: number;
    /** Number of rows per page. */
    readonly size: number;
    readonly more: boolean;
    readonly onFirst: (first: number) => void;
}

/** Buttons for the previous and the next page. */
export function Pages({ first, size, more, onFirst }: PagesProps) {
    const { t, number } = useLanguage();
    if (first === 0 && !more) {
        return null;
    }
    return (
        <div className="keylift-pages" role="group" aria-label={t("pages")}>
            <Button
                kind="plain"
                disabled={first === 0}
                onClick={() => onFirst(Math.max(0, first - size))}
                aria-label={t("pages.previous")}
            >
                ‹
            </Button>
            <span>{t("pages.from", { first: number(first + 1) })}</span>
            <Button kind="plain" disabled={!more} onClick={() => onFirst(first + size)} aria-label={t("pages.next")}>
                ›
            </Button>
        </div>
    );
}

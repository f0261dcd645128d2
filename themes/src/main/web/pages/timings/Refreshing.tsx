// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Switch";

export interface RefreshingProps {
    /** Whether the page asks again and again. */
    readonly refreshing: boolean;
    readonly onRefreshing: (refreshing: boolean) => void;
    /** Asks again at once. */
    readonly onRefresh: () => void;
}

export function Refreshing({ refreshing, onRefreshing, onRefresh }: RefreshingProps) {
    const { t } = useLanguage();
    return (
        <>
            <Switch checked={refreshing} onChange={onRefreshing} label={t("timings.refresh")} />
            <Button kind="secondary" onClick={onRefresh} data-testid="keylift-refresh">
                {t("timings.refreshNow")}
            </Button>
        </>
    );
}

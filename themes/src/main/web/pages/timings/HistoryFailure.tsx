// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError } from "../../console/adminApi";
import { useLanguage, type MessageKey } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import { Failure } from "../../parts/Failure";

interface HistoryFailureProps {
    readonly error: unknown;
    readonly onRetry: () => void;
}

/** Reasons why the history cannot be read, by HTTP status. */
const REASONS: Readonly<Record<number, MessageKey>> = { 404: "history.off", 503: "history.unusable" };

/** Says why there is no history; of any other error, what it says itself. */
export function HistoryFailure({ error, onRetry }: HistoryFailureProps) {
    const { t } = useLanguage();
    const reason = error instanceof ApiError ? REASONS[error.status] : undefined;
    if (reason === undefined) {
        return <Failure error={error} onRetry={onRetry} />;
    }
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Alert kind="warning" title={t(reason)} testId="keylift-no-history">
                <Button kind="link" onClick={onRetry}>
                    {t("page.retry")}
                </Button>
            </Alert>
        </section>
    );
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { SignedOutError } from "../console/signIn";
import { useLanguage } from "../language/language";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { messageOf } from "./messageOf";

interface FailureProps {
    readonly error: unknown;
    /** Tries again what has failed; without it, the page is loaded again. */
    readonly onRetry?: () => void;
}

/** Says what has gone wrong, and offers a way on. */
export function Failure({ error, onRetry }: FailureProps) {
    const { t } = useLanguage();
    const signedOut = error instanceof SignedOutError;
    const retry = signedOut || !onRetry ? () => location.reload() : onRetry;
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Alert
                kind="danger"
                title={signedOut ? t("page.signedOut") : t("page.failed", { message: messageOf(error) })}
                testId="keylift-failure"
            >
                <Button kind="link" onClick={retry}>
                    {signedOut || !onRetry ? t("page.reload") : t("page.retry")}
                </Button>
            </Alert>
        </section>
    );
}

// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError } from "../console/adminApi";
import { SignedOutError } from "../console/signedOut";
import { useLanguage } from "../language/language";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { messageOf } from "./messageOf";
import { Reload } from "./Reload";

interface FailureProps {
    readonly error: unknown;
    /** Tries again; without it, the page is reloaded. */
    readonly onRetry?: () => void;
}

/** An error message with a button to try again. */
export function Failure({ error, onRetry }: FailureProps) {
    const { t } = useLanguage();
    const text = useFailureText();
    const signedOut = error instanceof SignedOutError;
    const retry = signedOut ? undefined : onRetry;
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Alert kind="danger" title={text(error)} testId="keylift-failure">
                {retry ? (
                    <Button kind="link" onClick={retry}>
                        {t("page.retry")}
                    </Button>
                ) : (
                    <Reload />
                )}
            </Alert>
        </section>
    );
}

/** The text for an error: the server's message if there is one. */
export function useFailureText(): (error: unknown) => string {
    const { t } = useLanguage();
    return (error) => {
        if (error instanceof SignedOutError) {
            return t("page.signedOut");
        }
        if (error instanceof ApiError && error.status < 500) {
            return t("page.refused", { message: error.message });
        }
        return t("page.failed", { message: messageOf(error) });
    };
}
